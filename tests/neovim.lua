-- A real editor as the client: it shows a diagnostic of what is typed, and applies its fix.
local program, root = vim.env.INFXCHECK, vim.env.ROOT

local function fail(text)
	io.stderr:write("neovim: " .. text .. "\n")
	vim.cmd("cquit 1")
end

local function wait(what, condition)
	if not vim.wait(20000, condition, 20) then
		fail("waited in vain until " .. what)
	end
end

local function line()
	return vim.api.nvim_buf_get_lines(0, 5, 6, false)[1]
end

local function codes()
	local list = {}
	for _, d in ipairs(vim.diagnostic.get(0)) do
		list[d.code or (d.user_data.lsp or {}).code or "?"] = true
	end
	return list
end

vim.cmd("edit " .. root .. "/configs/nvidia-master.yaml")
local client = vim.lsp.start_client({
	name = "infxcheck",
	cmd = { program, "lsp" },
	root_dir = root,
})
vim.lsp.buf_attach_client(0, client)
wait("the server is ready", function()
	local c = vim.lsp.get_client_by_id(client)
	return c and c.initialized
end)

local before = line()
vim.cmd("normal! 6G0wcwprecison") -- typed, not saved
wait("the fault is shown", function()
	return codes()["config-schema"]
end)

vim.ui.select = function(items, _, on_choice)
	on_choice(items[1], 1)
end
vim.lsp.buf.code_action()
wait("the fix is in", function()
	return line() == before
end)
wait("the diagnostic is gone", function()
	return not codes()["config-schema"]
end)

local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", {
	textDocument = vim.lsp.util.make_text_document_params(),
	position = { line = 5, character = 4 },
}, 20000)
if not hover or not hover[client].result.contents.value:find("precision", 1, true) then
	fail("no hover")
end

vim.lsp.stop_client(client)
wait("the server is gone", function()
	return vim.lsp.get_client_by_id(client) == nil
end)
io.stdout:write("neovim: a diagnostic was shown, its fix applied\n")
vim.cmd("qall!")
