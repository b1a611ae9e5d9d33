-- GET requests of several readers in turn, because of the server's rate limit per reader. The argument is keys=KEY,KEY…
local ready, count = {}, 0

function init(arguments)
    for key in string.gmatch(string.match(arguments[1], "^keys=(.*)$"), "[^,]+") do
        ready[#ready + 1] = wrk.format("GET", nil, { Authorization = "Bearer " .. key })
    end
end

function request()
    count = count + 1
    return ready[count % #ready + 1]
end
