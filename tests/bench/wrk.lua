-- Requests the paths that are given as arguments, one after the other, and prints the result as JSON.
local requests, position = {}, 0

function init(args)
  wrk.path = args[1]
  if #args == 1 then return end
  for i = 1, #args do requests[i] = wrk.format('GET', args[i]) end
  request = function()
    position = position % #requests + 1
    return requests[position]
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format('{"requests":%d,"micros":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
