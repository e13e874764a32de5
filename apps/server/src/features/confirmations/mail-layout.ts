import { LANGUAGES, type Language } from '@senca/contract'

/**
 * The design tokens of the app that e-mails use, of the light and of the dark theme. `npm run check` compares them with the style
 * sheet of the app.
 */
export const MAIL_TOKENS = {
  paper: ['#ebe6dc', '#101115'],
  surface: ['#f5f1ea', '#191a1f'],
  ink: ['#1d1b18', '#f3ede1'],
  'ink-2': ['#4a453d', '#c9c2b4'],
  'ink-3': ['#6a6459', '#9e978a'],
  key: ['#1d1b18', '#f3ede1'],
  'key-ink': ['#fbf8f2', '#15161a'],
  lit: ['#ffe2a6', '#ffe2a6'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

type Token = keyof typeof MAIL_TOKENS
/** The text of an e-mail: what matters, what explains it, and what is only for reference. */
export type Tone = 'ink' | 'ink-2' | 'ink-3'

const FONT = "font-family:Commissioner,ui-sans-serif,'Helvetica Neue',Arial,sans-serif"

/** A code must be the only group of six digits in its e-mail, so a color of six digits is written in another way. */
const written = (color: string): string =>
  /\d{6}/.test(color)
    ? `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(',')})`
    : color
const light = (token: Token): string => written(MAIL_TOKENS[token][0])
const dark = (token: Token): string => written(MAIL_TOKENS[token][1])

/** The colors of the light theme are in the elements, because many programs ignore a style sheet. */
const DARK_THEME = [
  `.paper{background:${dark('paper')}!important}`,
  `.surface{background:${dark('surface')}!important}`,
  ...(['ink', 'ink-2', 'ink-3'] as const).map((tone) => `.${tone}{color:${dark(tone)}!important}`),
  `.key{background:${dark('key')}!important;color:${dark('key-ink')}!important}`,
].join('')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** A paragraph of HTML. */
export const paragraph = (html: string, tone: Tone, style = 'font-size:16px;line-height:24px'): string =>
  `<p class="${tone}" style="margin:0 0 20px;${style};color:${light(tone)}">${html}</p>`

export const textParagraph = (text: string, tone: Tone = 'ink'): string => paragraph(escapeHtml(text), tone)

/** Six digits, large enough to type them from another screen. */
export const codeParagraph = (code: string): string =>
  paragraph(code, 'ink', 'font-size:34px;line-height:44px;letter-spacing:8px;font-weight:300')

export const button = (label: string, link: string): string =>
  `<p style="margin:0 0 24px"><a class="key" href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${light('key')};color:${light('key-ink')};font-size:16px;line-height:20px;font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>`

/** A link whose address can be read and copied. */
export const plainLink = (before: string, link: string): string =>
  paragraph(
    `${escapeHtml(before)}<br><a class="ink-3" href="${escapeHtml(link)}" style="color:${light('ink-3')};word-break:break-all">${escapeHtml(link)}</a>`,
    'ink-3',
    'font-size:13px;line-height:20px',
  )

/** The subject without the name of the app, which stands above it. */
function headingOf(subject: string, language: Language): string {
  const heading = subject.replace(/^Senca: /, '')
  return heading.slice(0, 1).toLocaleUpperCase(LANGUAGES[language].tag) + heading.slice(1)
}

/** The layout of every e-mail, in the light or dark theme of its reader. */
export const page = (language: Language, title: string, content: readonly string[]): string =>
  `<!doctype html>
<html lang="${LANGUAGES[language].tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_THEME}}</style></head>
<body class="paper" style="margin:0;padding:0;background:${light('paper')};${FONT}">
<div class="paper" style="padding:32px 16px;background:${light('paper')}">
<table class="surface" role="presentation" cellpadding="0" cellspacing="0" align="center" style="width:100%;max-width:520px;background:${light('surface')};border-radius:3px;border-top:6px solid ${light('lit')}">
<tr><td style="padding:32px">
<p class="ink-3" style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:300;color:${light('ink-3')}">Senca</p>
<h1 class="ink" style="margin:0 0 20px;font-size:26px;line-height:30px;font-weight:300;letter-spacing:-0.02em;color:${light('ink')}">${escapeHtml(headingOf(title, language))}</h1>
${content.join('\n')}
</td></tr>
</table>
</div>
</body>
</html>
`
