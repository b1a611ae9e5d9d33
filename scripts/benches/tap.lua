-- One tap per request with a new id. All people in turn start, pause, resume and end.
local kinds = { "start", "pause", "start", "end" }
local people, count, keys = 2000, 0, {}
local client

function init(arguments)
    -- Several readers, because of the server's rate limit per reader.
    for key in string.gmatch(arguments[1], "[^,]+") do keys[#keys + 1] = key end
    math.randomseed(tonumber(arguments[2]))
    client = arguments[3]
end

local function hex(digits) return string.format("%0" .. digits .. "x", math.random(0, 16 ^ digits - 1)) end

function request()
    count = count + 1
    local person = count % people + 1
    local kind = kinds[math.floor(count / people) % 4 + 1]
    local id = hex(8) .. "-" .. hex(4) .. "-4" .. hex(3) .. "-8" .. hex(3) .. "-" .. hex(6) .. hex(6)
    local path = "/t?event=" .. kind .. "&desk=1F-D" .. person .. "&user=user" .. person .. "&id=" .. id
    local fields = { Authorization = "Bearer " .. keys[count % #keys + 1], Accept = "application/json" }
    -- The client address, as a proxy sets it.
    if client then fields["X-Forwarded-For"] = client end
    return wrk.format("POST", path, fields)
end
