// Starts `keywright lsp` for schemas and locks. Not tried yet: see README.md.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("keywright").get("command");
  client = new LanguageClient(
    "keywright",
    "Keywright",
    { command, args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", pattern: "**/*.keys.json" },
        { scheme: "file", pattern: "**/keys.lock.json" },
      ],
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
