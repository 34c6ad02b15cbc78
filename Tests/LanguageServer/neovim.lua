-- What a person does in Neovim: sees a mistake, mends it by the offered change, and asks what a key is.
local function fail(text)
  io.stderr:write("Neovim: " .. text .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, condition)
  if not vim.wait(10000, condition, 20) then fail(what .. ": waited in vain") end
end

-- The answer of the server to a request about a position of the buffer, from 0.
local function ask(method, line, column, more)
  local params = vim.tbl_extend("force", {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = column },
  }, more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, answer in pairs(answers or {}) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
  fail(method .. ": no answer")
end

local function texts()
  return vim.tbl_map(function(item) return item.message end, vim.diagnostic.get(0))
end

wait("the mistake", function() return vim.tbl_contains(texts(), "unknown type `Duoble`; did you mean `Double`?") end)
local mistake = vim.diagnostic.get(0)[1]
if mistake.lnum ~= 1 or mistake.col ~= 23 or mistake.end_col ~= 29 then fail("the mistake is elsewhere") end

local actions = ask("textDocument/codeAction", 1, 24, {
  range = { start = { line = 1, character = 24 }, ["end"] = { line = 1, character = 24 } },
  context = { diagnostics = {} },
})
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
wait("the end of the mistake", function()
  for _, text in ipairs(texts()) do
    if text:find("unknown type") then return false end
  end
  return true
end)

local hover = ask("textDocument/hover", 1, 4)
if not hover.contents.value:find("player:volume", 1, true) then fail("the hover does not say where it is stored") end
local symbols = ask("textDocument/documentSymbol", 0, 0)
if symbols[1].name ~= "volume" then fail("no outline") end
local words = ask("textDocument/completion", 1, 5)
if #words ~= 0 then fail("words where a name is declared") end
local declared = ask("textDocument/definition", 1, 4)
if #declared ~= 1 or declared[1].range.start.line ~= 1 then fail("no declaration") end

vim.cmd("silent wall")
vim.cmd("qall!")
