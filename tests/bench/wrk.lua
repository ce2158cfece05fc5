-- Requests the paths that are given as arguments, one after the other, and prints the result as JSON. Several paths are requested by
-- many visitors (X-Forwarded-For), as the work of each address is limited.
local VISITORS_OF_A_PATH = 20
local requests, position = {}, 0

function init(args)
  wrk.path = args[1]
  if #args == 1 then return end
  for i = 0, #args * VISITORS_OF_A_PATH - 1 do
    local headers = {['X-Forwarded-For'] = string.format('10.1.%d.%d', i / 250, i % 250 + 1)}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    requests[i] = wrk.format('GET', args[i % #args + 1], headers)
  end
  request = function()
    position = (position + 1) % (#requests + 1)
    return requests[position]
  end
end

-- A response with an error status is among the requests; redirects are counted as good, of which the paths have none.
function done(summary, latency)
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"good":%d,"other":%d,"micros":%d,"p50":%d,"p99":%d}\n',
    summary.requests - errors.status, lost + errors.status, summary.duration, latency:percentile(50), latency:percentile(99)))
end
