// Rules for quotation marks, spaces, ellipses, and letters of the right script.

/** The quotation marks of each language; the apostrophe is ’ in all of them. */
const QUOTES = {
  en: '“”',
  sl: '»«',
  hr: '„”',
  bs: '„“',
  rs_latn: '„“',
  rs_cyrl: '„“',
  de: '„“',
  it: '«»',
}
/** Languages with a space between a word and an ellipsis that replaces omitted words. */
const SPACED_ELLIPSIS = ['sl', 'de']
const NAMES =
  /Senca|Matter|MT:|IPv6|Apple Home|Apple TV|Alexa|SmartThings|HomePod|Nest|Echo|Homey|Yandex|Aqara|Google Home|Apple|Google|Netatmo|Falcon|Tasmota|Page Up|Page Down|Enter|Escape|Shift|Wi‑Fi|Bluetooth|iPhone|iPad|Chrome|Safari|Firefox|Zigbee2MQTT|Zigbee|ESPHome|ESP32|Shelly|Somfy|Z-Wave JS UI|Z-Wave|Home Assistant|openHAB|Thing|Mosquitto|Node\.js|[Ww]ebhook|GHz|https:\/\/\S*|https?|\.local|\b(?:QR|CSV|HTTP|MQTT|MCP|TLS|JSON|YAML|PEM|RTS|IP|ID|EN)\b|\S+@\S+|demo-home-\d+/g
const NUMBER = String.raw`(?:\d|\}\})`
/** The symbols of units are Latin letters in both scripts of Serbian. */
const UNITS = new RegExp(String.raw`(?<=${NUMBER}\u00A0)(?:ms|s|min|h|hPa|ppm|inHg)(?!\p{L})`, 'gu')
const ENGLISH = /(?<![\p{L}-])(?:the|and|your|this|with|please)(?![\p{L}-])/iu

/** Questions of the Slavic languages are “Želite li …?”, never an infinitive, an imperative or the first person. */
const SLAVIC = ['sl', 'hr', 'bs', 'rs_latn']
const BARE_QUESTION = /^(?!(?:Želite|Ste|Jeste|Ali) |[KČ])\p{L}+(?:i|m|te) .*\?$/u
/** Questions of the Italian texts begin with Vuoi, never with an infinitive. */
const INFINITIVE_QUESTION = /^\p{L}+(?:are|ere|ire)(?:l[aeio])? .*\?$/u
/** Serbian has da and the present tense after these verbs, not the infinitive. */
const SERBIAN_INFINITIVE =
  /(?<!\p{L})(?:mo(?:že|gu|žete|gla|gao|gle|gli|glo)|mora(?:ju|te|la|o)?|želite|sme(?:ju|te)?)(?: (?:li|se|ga|je|ih|to|ne|vam|vas|samo))* \p{L}+(?:ti|ći)(?!\p{L})/iu
/** An example in a hint begins with the words for “for example”. */
const BARE_EXAMPLE = /^(?:Esempio|Primjer|Primer|Beispiel)[ :]/u
const CONTRACTION = /\p{L}’(?:t|ll|re|ve|d)(?!\p{L})/u
/** Errors of fields are one phrase, or more than one sentence. */
const FIELD_ERROR = /\.(?:error|fault)\.|(?:(?<!Subscription)Needed|Bad|InUse|Missing)$/

/** The text of a button must be a verb that says what happens. */
const ANSWERS = /^(?:yes|no|ok|okay|da|ne|ja|nein|sì|да|не)$/i

const bare = (text) =>
  text
    .replace(UNITS, '')
    .replace(/\{\{[^}]*\}\}|\{\w+\}|<[^>]*>/g, '')
    .replace(NAMES, '')

/** Each rule returns what is wrong with a text in a language, or a falsy value. */
const RULES = [
  ({ text }) => ANSWERS.test(text) && 'an answer instead of a verb that says what happens',
  ({ text }) => /^\s|\s$/.test(text) && 'a space at an end',
  ({ text }) => /\s{2}/.test(text) && 'two spaces in a row',
  ({ text }) => text.includes('...') && 'three dots instead of an ellipsis',
  ({ text }) => / [-–] /.test(text.replace(/\d [–] \d/g, '')) && 'a dash between words',
  ({ text }) => /["'`´]/.test(bare(text)) && 'a straight quotation mark or apostrophe',
  ({ language, text }) => {
    const foreign = [...bare(text).matchAll(/[“”„‟»«‹›‚‘]/g)].find(
      ([mark]) => !QUOTES[language].includes(mark),
    )
    return foreign && `the quotation mark ${foreign[0]}, ${QUOTES[language]} are used here`
  },
  ({ text }) =>
    new RegExp(`${NUMBER} (?:ms|s|min|h)(?!\\p{L})`, 'u').test(text) &&
    'a number that can be parted from its unit',
  ({ text }) =>
    new RegExp(`${NUMBER}[ \u00A0](?:мс|с|мин|ч|хПа|ппм)(?!\\p{L})`, 'u').test(text) &&
    'the symbol of a unit in Cyrillic letters',
  ({ text }) =>
    new RegExp(`${NUMBER}(?!\u202F)\\s?%`).test(text) &&
    'a percent sign that is not behind a no-break thin space',
  ({ language, text }) => language === 'en' && CONTRACTION.test(text) && 'a contraction',
  ({ language, text }) =>
    language === 'de' && text.includes('E-Mail') && 'a hyphen that can be broken in E‑Mail',
  ({ text }) => text.includes('Wi-Fi') && 'a hyphen that can be broken in Wi‑Fi',
  ({ language, text }) =>
    language === 'de' &&
    new RegExp(`${NUMBER}\\sMin\\.`).test(text) &&
    'an abbreviation instead of the unit min',
  ({ language, text }) =>
    SLAVIC.includes(language) && BARE_QUESTION.test(text) && 'a question that does not begin with Želite',
  ({ language, text }) =>
    language === 'it' && INFINITIVE_QUESTION.test(text) && 'a question that does not begin with Vuoi',
  ({ language, text }) =>
    language === 'rs_latn' && SERBIAN_INFINITIVE.test(text) && 'an infinitive after a modal verb',
  ({ text }) => BARE_EXAMPLE.test(text) && 'an example that does not begin with “for example”',
  ({ key, text }) =>
    FIELD_ERROR.test(key) &&
    /^[^.!?]+\.$/.test(text.replace(/\{\{[^}]*\}\}/g, 'x')) &&
    'a full stop behind one phrase',
  ({ language, text }) =>
    SPACED_ELLIPSIS.includes(language) &&
    /[^\u00A0]…/.test(text) &&
    'an ellipsis without a non-breaking space',
  ({ language, text }) =>
    !SPACED_ELLIPSIS.includes(language) && /\s…/.test(text) && 'a space before an ellipsis',
  ({ language, text }) =>
    language === 'rs_cyrl' &&
    /[A-Za-zČčĆćŠšŽžĐđ]/.test(bare(text)) &&
    'Latin letters among the Cyrillic ones',
  ({ text }) => /сенц/iu.test(text) && 'the name of the product in Cyrillic letters',
  ({ language, text }) => language !== 'rs_cyrl' && /\p{Script=Cyrillic}/u.test(text) && 'Cyrillic letters',
  ({ language, text }) => language !== 'en' && ENGLISH.test(bare(text)) && 'an English word',
  ({ language, text }) =>
    language !== 'de' &&
    /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(bare(text).trim()) &&
    'a capital in every word',
]

/** What is wrong with the typography of the texts (`{ language, file, key, text }`), one line each. */
export const typographyProblems = (texts) =>
  texts.flatMap((text) =>
    RULES.map((rule) => rule(text))
      .filter((problem) => typeof problem === 'string')
      .map((problem) => `${text.file}: ${text.key} has ${problem}: “${text.text}”`),
  )
