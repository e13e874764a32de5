// Says in words that a browser is older than the oldest one that the page is built for. Runs as it stands, as a classic script, in
// browsers that cannot run the page's modules. `TEXTS` is replaced by the build: the sentence by language.
;(function sayThatTheBrowserIsOld() {
  // Together these three are in Safari since 16.4, in Chrome since 111 and in Firefox since 115.
  const isNewEnough =
    'toSorted' in Array.prototype &&
    CSS.supports('color', 'color-mix(in srgb, red, blue)') &&
    'supports' in HTMLScriptElement &&
    HTMLScriptElement.supports('importmap')
  if (isNewEnough) return

  const texts = TEXTS
  const language = (tag) => {
    const [first, ...rest] = tag.toLowerCase().split(/[-_]/)
    if (first === 'sh') return 'rs_latn'
    if (first === 'sr') return rest.indexOf('latn') < 0 ? 'rs_cyrl' : 'rs_latn'
    return first
  }
  const known = navigator.languages.map(language).filter((code) => code in texts)
  const notice = document.createElement('p')
  notice.className = 'old-browser'
  notice.setAttribute('role', 'alert')
  notice.textContent = texts[known[0] || 'en']
  document.body.insertBefore(notice, document.body.firstChild)
})()
