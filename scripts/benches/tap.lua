-- One tap a request, each with an id of its own; people come to work, pause and leave in turn.
local kinds = { "start", "pause", "start", "end" }
local people, count, key = 2000, 0, ""

function init(arguments)
    key = arguments[1]
    math.randomseed(tonumber(arguments[2]))
end

local function hex(digits) return string.format("%0" .. digits .. "x", math.random(0, 16 ^ digits - 1)) end

function request()
    count = count + 1
    local person = count % people + 1
    local kind = kinds[math.floor(count / people) % 4 + 1]
    local id = hex(8) .. "-" .. hex(4) .. "-4" .. hex(3) .. "-8" .. hex(3) .. "-" .. hex(6) .. hex(6)
    local path = "/t?event=" .. kind .. "&desk=1F-D" .. person .. "&user=user" .. person .. "&id=" .. id
    return wrk.format("POST", path, { Authorization = "Bearer " .. key, Accept = "application/json" })
end
