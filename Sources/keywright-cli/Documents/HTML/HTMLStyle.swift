/// The page's style: light and dark, narrow and wide, on paper.
enum HTMLStyle {
  static let text = """
    :root{--back:#fff;--raised:#f6f7f9;--text:#1d2129;--faint:#5d6675;--line:#dfe3e8;--link:#0b57d0;\
    --warn:#9a3412;--warn-back:#fff1e6;--mark:#fff3bf}
    :root[data-theme=dark]{--back:#15181d;--raised:#1e2229;--text:#e4e7ec;--faint:#9aa4b2;\
    --line:#313843;--link:#8ab4f8;--warn:#ffb27a;--warn-back:#3a2618;--mark:#4a4118;color-scheme:dark}
    :root[data-theme=light]{color-scheme:light}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]){--back:#15181d;--raised:#1e2229;\
    --text:#e4e7ec;--faint:#9aa4b2;--line:#313843;--link:#8ab4f8;--warn:#ffb27a;--warn-back:#3a2618;\
    --mark:#4a4118}}
    *{box-sizing:border-box}
    html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;\
    overflow-wrap:anywhere}
    a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
    code,h4 a{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;z-index:3;background:var(--back)}
    header{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.5rem 1rem;\
    align-items:center;padding:.6rem 1.25rem;background:var(--back);border-bottom:1px solid var(--line)}
    h1{font-size:1.15rem;margin:0;line-height:1.3}
    .find{flex:1 1 14rem;max-width:34rem;position:relative}
    input{width:100%;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);\
    border-radius:8px;padding:.4rem .75rem}
    kbd{position:absolute;right:.6rem;top:50%;transform:translateY(-50%);font:.75rem ui-monospace,monospace;\
    color:var(--faint);border:1px solid var(--line);border-radius:4px;padding:0 .35rem;pointer-events:none}
    input:focus+kbd,input:not(:placeholder-shown)+kbd{display:none}
    output{color:var(--faint);font-size:.85rem;min-width:5rem}
    button{font:inherit;font-size:.85rem;color:inherit;background:var(--raised);\
    border:1px solid var(--line);border-radius:8px;padding:.35rem .7rem;cursor:pointer}
    #\\~theme{margin-left:auto}
    .columns{display:grid;grid-template-columns:minmax(12rem,17rem) minmax(0,1fr);max-width:84rem;\
    margin:0 auto}
    nav{position:sticky;top:3.6rem;align-self:start;max-height:calc(100vh - 3.6rem);overflow:auto;\
    padding:1rem 1.25rem;font-size:.9rem}
    nav summary{font-weight:600;cursor:pointer;color:var(--faint)}
    nav ul{list-style:none;margin:.25rem 0;padding-left:.9rem}nav details>ul{padding-left:0}
    nav a{display:flex;justify-content:space-between;gap:.5rem;padding:.15rem .4rem;border-radius:6px;\
    color:inherit}
    nav a:hover{background:var(--raised);text-decoration:none}nav small{color:var(--faint)}
    main{padding:.5rem 1.25rem 6rem;min-width:0}
    h2{font-size:1.35rem;margin:2rem 0 .25rem}h2.l3{font-size:1.15rem}h2 a{color:inherit}
    h2 code{color:var(--faint);font-size:.8rem;font-weight:400;margin-left:.4rem}
    h3{font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;color:var(--faint);margin:1.5rem 0 0}
    .state{background:var(--raised);border-radius:8px;padding:.5rem .8rem;margin:1rem 0 0;font-size:.9rem}
    section>p{color:var(--faint);margin:.25rem 0 .5rem;max-width:46rem}
    article{border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem;margin:.7rem 0;\
    content-visibility:auto;contain-intrinsic-size:auto 11rem}
    article:target{border-color:var(--link);background:var(--mark)}
    h4{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .6rem;margin:0;font-size:1rem}
    .old h4 a{text-decoration:line-through}
    .title{color:var(--faint);font-weight:400}
    .badge{font-size:.72rem;font-weight:500;border-radius:99px;padding:.05rem .55rem;\
    background:var(--raised);color:var(--faint);border:1px solid var(--line)}
    .badge.warn,.note{color:var(--warn);background:var(--warn-back)}.badge.warn{border-color:transparent}
    article p{margin:.35rem 0;max-width:46rem}.note{border-radius:6px;padding:.2rem .6rem}
    .more{color:var(--faint)}
    dl{display:grid;grid-template-columns:4.7rem minmax(0,1fr);gap:.1rem .9rem;margin:.5rem 0 0;\
    font-size:.9rem}
    dt{color:var(--faint)}dd{margin:0}
    @media (min-width:68rem){dl{grid-template-columns:4.7rem minmax(0,1fr) 4.7rem minmax(0,1fr)}}
    .choices{margin:.5rem 0 0;padding-left:1.2rem;font-size:.9rem}
    #\\~all.off{content-visibility:hidden;height:0;overflow:hidden}
    #\\~nothing{padding:2rem 0;color:var(--faint)}
    [hidden]{display:none!important}
    @media (max-width:50rem){.columns{display:block}nav{position:static;max-height:none;\
    padding:.75rem 1.25rem 0}nav details[open]{border-bottom:1px solid var(--line);padding-bottom:.5rem}\
    main{padding:0 .9rem 4rem}header{padding:.5rem .9rem;gap:.4rem .6rem}\
    h1{flex:1}.find{order:3;flex-basis:100%;max-width:none}output{order:4}output:empty{display:none}\
    html{scroll-padding-top:7rem}}
    @media print{dl{grid-template-columns:4.7rem minmax(0,1fr) 4.7rem minmax(0,1fr)}\
    header,nav,.skip,#\\~more,#\\~nothing{display:none!important}.columns{display:block}\
    :root,:root[data-theme]{--back:#fff;--raised:#fff;--text:#000;--faint:#444;--line:#bbb;--link:#000;\
    --warn:#000;--warn-back:#fff;--mark:#fff}body{font-size:10pt}\
    article{break-inside:avoid;content-visibility:visible}h2,h3{break-after:avoid}main{padding:0}}
    """
}
