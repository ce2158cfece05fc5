# Varnish 7 with vmod_xkey (varnish-modules) in front of the site. Pages stay here until their content changes: the site purges them by
# their surrogate keys. Start it with a second address, at which alone purges are accepted:
#
#   varnishd -f deploy/varnish.vcl -a :6081 -a purge=127.0.0.1:6082
#
# (varnishncsa writes queries and Referers into its log, which can hold secrets of links: -F '%h %t %m %U %s %b' does not)
#
# and the site with CDN_PURGE=varnish:http://127.0.0.1:6082 and TRUSTED_PROXIES=127.0.0.1.
vcl 4.1;

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/healthz"; .interval = 2s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

sub vcl_recv {
  if (local.socket == "purge") {
    if (req.method != "PURGE" || !req.http.xkey-purge) { return (synth(400)); }
    set req.http.purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged " + req.http.purged));
  }
  if (req.method == "PURGE") { return (synth(405)); }
  # Pages are the same for everyone, and only the API and pictures read cookies.
  if (req.url !~ "^/(api|photos)/") { unset req.http.Cookie; }
  # What has ended is shown only while the site is away.
  if (std.healthy(req.backend_hint)) { set req.grace = 0s; }
  # Public pictures are kept whatever the cookies; the site marks the others as private.
  if (req.url ~ "^/photos/" && req.method ~ "^(GET|HEAD)$") { return (hash); }
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Control ~ "max-age=") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    if (beresp.ttl > 0s) { set beresp.grace = 1h; }
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
}
