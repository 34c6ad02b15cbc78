/// The page's script: the search, the keyboard and the theme.
enum HTMLScript {
  /// The hash of ``text`` as the page's policy has it; a browser runs no script with another one.
  static let hash = "sha256-6aC6VgI0eJ51BL6Ug8FMxaZiBNWB7UGqylLGUIRqvnc="

  static let text = #"""
    "use strict";
    (() => {
      const search = document.getElementById("~search");
      const count = document.getElementById("~count");
      const nothing = document.getElementById("~nothing");
      const theme = document.getElementById("~theme");
      const tree = document.getElementById("~tree");
      const all = document.getElementById("~all");
      const results = document.getElementById("~results");
      const more = document.getElementById("~more");
      const keys = [...all.querySelectorAll("article")];
      // More results than anyone reads are shown on demand: they take time to lay out.
      const page = 100;
      let texts = null;

      const matches = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
        if (!words.length) return null;
        texts = texts || keys.map(key => (key.id + " " + key.textContent).toLowerCase());
        return keys.filter((_, index) => words.every(word => texts[index].includes(word)));
      };
      const copy = key => {
        const node = key.cloneNode(true);
        node.removeAttribute("id");
        return node;
      };
      const filter = limit => {
        const found = matches();
        results.replaceChildren(...(found || []).slice(0, limit).map(copy));
        all.classList.toggle("off", found !== null);
        count.textContent = found ? `${found.length} of ${keys.length}` : "";
        nothing.hidden = !found || found.length > 0;
        more.hidden = !found || found.length <= limit;
        if (found) more.textContent = `Show all ${found.length}`;
      };
      const clear = () => { search.value = ""; filter(page); };
      const visit = () => {
        const id = location.hash.slice(1);
        const node = id && document.getElementById(id);
        if (!node) return;
        if (search.value) clear();
        node.scrollIntoView();
      };
      const move = step => {
        const links = [...(search.value ? results : all).querySelectorAll("h4 a")];
        if (!links.length) return;
        const index = links.indexOf(document.activeElement);
        if (index + step < 0) return search.focus();
        links[Math.min(index + step, links.length - 1)].focus();
      };

      search.addEventListener("input", () => filter(page));
      more.addEventListener("click", () => filter(Infinity));
      results.addEventListener("click", event => { if (event.target.closest("a")) clear(); });
      nothing.querySelector("button").addEventListener("click", () => { clear(); search.focus(); });
      // The address does not change when it is the same namespace again.
      tree.addEventListener("click", event => {
        if (event.target.closest("a") && search.value) clear();
      });
      addEventListener("hashchange", visit);
      addEventListener("keydown", event => {
        const isTyping = event.target === search;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "/" && !isTyping) { event.preventDefault(); search.focus(); search.select(); }
        else if (event.key === "Escape" && (isTyping || search.value)) { clear(); search.blur(); }
        else if (event.key === "ArrowDown" && (isTyping || event.target.closest("h4")))
          { event.preventDefault(); move(1); }
        else if (event.key === "ArrowUp" && event.target.closest("h4")) { event.preventDefault(); move(-1); }
      });

      const themes = ["auto", "light", "dark"];
      const show = name => {
        if (name === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = name;
        theme.textContent = name[0].toUpperCase() + name.slice(1);
        theme.setAttribute("aria-label", `Theme: ${name}`);
      };
      let chosen = "auto";
      try { chosen = localStorage.getItem("keywright-theme") || "auto"; } catch { /* No storage here. */ }
      if (!themes.includes(chosen)) chosen = "auto";
      show(chosen);
      theme.addEventListener("click", () => {
        chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
        show(chosen);
        try { localStorage.setItem("keywright-theme", chosen); } catch { /* No storage here. */ }
      });

      if (matchMedia("(max-width: 50rem)").matches) tree.open = false;
      visit();
    })();
    """#
}
