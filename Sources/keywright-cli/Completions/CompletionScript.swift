/// The scripts by which shells ask the command for completions.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let bashText = #"""
    # Completions of keywright for bash.
    _keywright() {
      local line="${COMP_LINE:0:COMP_POINT}" kind="" text="" cut=""
      local word="${line##*[[:space:]]}" last="${COMP_WORDS[COMP_CWORD]}"
      # Bash splits words at : and =, and replaces the last piece alone.
      if [[ $COMP_WORDBREAKS == *:* ]]; then cut="${word%"${word##*[:=]}"}"; fi
      COMPREPLY=()
      while IFS= read -r text; do
        if [[ -z $kind ]]; then kind="$text"; continue; fi
        text="${text%%$'\t'*}"
        text="${text#"$cut"}"
        if [[ $text == *[:=] ]]; then compopt -o nospace 2>/dev/null; fi
        COMPREPLY+=("$(printf '%q' "$text")")
      done < <("$1" complete --line "$line" 2>/dev/null)
      if [[ $kind == files || $kind == folders ]]; then
        local option=-f
        if [[ $kind == folders ]]; then option=-d; fi
        compopt -o filenames 2>/dev/null
        while IFS= read -r text; do COMPREPLY+=("$text"); done \
          < <(compgen "$option" -- "${last##*[:=]}")
      fi
    }
    complete -F _keywright keywright keywright-cli

    """#

  private static let zshText = #"""
    #compdef keywright keywright-cli
    # Completions of keywright for zsh.
    _keywright() {
      local -a lines values texts open_values open_texts
      local line value text
      lines=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      for line in "${(@)lines[2,-1]}"; do
        value="${line%%$'\t'*}"
        text="$value"
        if [[ $line == *$'\t'* ]]; then text="$value  -- ${line#*$'\t'}"; fi
        if [[ $value == *[:=] ]]; then
          open_values+=("$value"); open_texts+=("$text")
        else
          values+=("$value"); texts+=("$text")
        fi
      done
      if [[ $lines[1] == files ]]; then _files; fi
      if [[ $lines[1] == folders ]]; then _files -/; fi
      if (( $#values )); then compadd -l -d texts -a values; fi
      if (( $#open_values )); then compadd -S '' -l -d open_texts -a open_values; fi
    }
    if [[ $funcstack[1] == _keywright ]]; then
      _keywright "$@"
    elif (( $+functions[compdef] )); then
      compdef _keywright keywright keywright-cli
    fi

    """#

  private static let fishText = #"""
    # Completions of keywright for fish.
    function __keywright_complete
      set -l token (commandline -ct)
      set -l words (commandline -opc) "$token"
      set -l lines ($words[1] complete -- $words[2..-1] 2>/dev/null)
      if test "$lines[1]" = files
        __fish_complete_path "$token"
      else if test "$lines[1]" = folders
        __fish_complete_directories "$token"
      end
      if test (count $lines) -gt 1
        printf '%s\n' $lines[2..-1]
      end
    end
    complete -c keywright -f -a '(__keywright_complete)'
    complete -c keywright-cli -f -a '(__keywright_complete)'

    """#
}
