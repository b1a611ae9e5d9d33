-- Taps with new ids. All people in turn start, pause, resume and end.
-- Arguments, each NAME=VALUE:
--   people  the number of people
--   keys    the readers' keys, separated by commas. Several, because of the server's rate limit per reader
--   seed    of the ids
--   first   the number of taps to skip, so that another client taps for the same people at other times
--   late    the taps are this many seconds old, and a minute newer in each turn
--   list    the number of taps in a request; without it one tap per request, in its address
--   tags    a file with what a reader reports of the tag of each tap. All people start in turn, in lists
--   client  the client's address, as a proxy sends it
local ffi = require("ffi")
ffi.cdef("struct instant { long seconds; long nanoseconds; }; int clock_gettime(int clock, struct instant *instant);")
local instant = ffi.new("struct instant")

local kinds = { "start", "pause", "start", "end" }
local people, count, requests, keys = 0, 0, 0, {}
local options, began = {}, os.time()
local tags

function init(arguments)
    for _, argument in ipairs(arguments) do
        local name, value = string.match(argument, "^(%w+)=(.*)$")
        options[name] = value
    end
    for key in string.gmatch(options.keys, "[^,]+") do keys[#keys + 1] = key end
    if options.tags then
        tags = {}
        for line in io.lines(options.tags) do tags[#tags + 1] = line end
    end
    people = tonumber(options.people)
    math.randomseed(tonumber(options.seed))
    count = tonumber(options.first or 0)
end

local function hex(digits) return string.format("%0" .. digits .. "x", math.random(0, 16 ^ digits - 1)) end

local function uuid()
    return hex(8) .. "-" .. hex(4) .. "-4" .. hex(3) .. "-8" .. hex(3) .. "-" .. hex(6) .. hex(6)
end

-- The instant of the next tap, RFC 3339.
local function at(turn)
    if options.late then return os.date("!%Y-%m-%dT%H:%M:%S.000Z", began - options.late + turn * 60) end
    ffi.C.clock_gettime(0, instant)
    local milliseconds = math.floor(tonumber(instant.nanoseconds) / 1000000)
    return os.date("!%Y-%m-%dT%H:%M:%S", tonumber(instant.seconds)) .. string.format(".%03dZ", milliseconds)
end

local function tap()
    local turn, person = math.floor(count / people), count % people + 1
    count = count + 1
    return uuid(), kinds[turn % 4 + 1], person, turn
end

-- A request with one tap. The server sets the instant, unless the tap is late.
local function one(fields)
    local id, kind, person, turn = tap()
    fields.Accept = "application/json"
    local path = "/t?event=" .. kind .. "&desk=1F-D" .. person .. "&user=user" .. person .. "&id=" .. id
    if options.late then path = path .. "&at=" .. at(turn) end
    return wrk.format("POST", path, fields)
end

local function list(fields, length)
    local taps = {}
    for place = 1, length do
        local id, kind, person, turn = tap()
        taps[place] = string.format(
            '{"id":"%s","user":"user%d","kind":"%s","at":"%s","desk":"1F-D%d"%s}', id, person, tags and "start" or kind, at(turn),
            person, tags and ',"tag":' .. tags[count] or "")
    end
    fields["Content-Type"] = "application/json"
    return wrk.format("POST", "/api/taps", fields, "[" .. table.concat(taps, ",") .. "]")
end

function request()
    requests = requests + 1
    local fields = { Authorization = "Bearer " .. keys[requests % #keys + 1] }
    if options.client then fields["X-Forwarded-For"] = options.client end
    if options.list then return list(fields, tonumber(options.list)) end
    return one(fields)
end
