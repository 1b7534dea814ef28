-- Sends the requests of a file, one after the other, and counts the answers that are wrong.
-- Arguments: the file, how a right answer begins, the pattern that it has, and how often.

local requests, at = {}, 0
local start, pattern, times
local threads = {}

-- Read by `done` from each thread.
wrong, example = 0, ''

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  local file = assert(io.open(arguments[1], 'rb'))
  for request in file:read('*a'):gmatch('[^%z]+') do requests[#requests + 1] = request end
  file:close()
  start, pattern, times = arguments[2], arguments[3], tonumber(arguments[4])
end

function request()
  at = at % #requests + 1
  return requests[at]
end

local function isRight(body)
  local _, found = body:gsub(pattern, '')
  return found == times and body:sub(1, #start) == start
end

function response(status, headers, body)
  if status >= 200 and status < 300 and isRight(body) then return end
  if wrong == 0 then example = status .. ' ' .. body:sub(1, 500) end
  wrong = wrong + 1
end

function done(summary, latency)
  local errors = summary.errors
  local all, first = 0, ''
  for _, thread in ipairs(threads) do
    all = all + thread:get('wrong')
    if first == '' then first = thread:get('example') end
  end
  local failures = errors.connect + errors.read + errors.write + errors.timeout
  local measured = '{"requests":%d,"duration":%d,"p50":%d,"p99":%d,"failures":%d,"wrong":%d}'
  io.write('\nMEASURED ' .. measured:format(summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failures, all) .. '\n' .. first .. '\n')
end
