// Splits JavaScript and TypeScript, with or without JSX, into comments, texts, identifiers and signs.

const SPACE = /\s+/y
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[a-z]*/y
const NUMBER = /\d[\w.]*/y
const IDENTIFIER = /[#@]?[\p{L}$_][\p{L}\p{N}$_]*/uy
const SIGN = /=>|\+\+|--|[\s\S]/y
const TAG_NAME = /[\p{L}$_][\w$.:-]*/uy
const TAG_TEXT = /[^<{]+/y
/** What a `<` may begin besides a tag in a file with JSX: the type parameters of an arrow function. */
const TYPE_PARAMETERS = /<(?:const\s+)?[\p{L}$_][\w$]*(?:\s*,|\s+extends\b)/uy

/** After these words an expression begins, so `/` begins a regular expression and `<` a tag. */
const BEFORE_EXPRESSION = new Set(
  'await case default delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
)

/**
 * The tokens of a source text, in order: `{ kind, text, index }`. `kind` is `comment`, `text` (what stands in quotes, or the fixed
 * part of a template), `identifier`, `sign`, `number`, `regex` or `tag-text` (the text between tags).
 */
export function tokensOf(source, { hasTags = false } = {}) {
  const tokens = []
  let at = 0
  /** The last token that is no comment. */
  let last = null

  const add = (kind, text, index = at) => {
    const token = { kind, text, index }
    tokens.push(token)
    if (kind !== 'comment') last = token
  }

  /** Reads what a pattern matches here; null if it does not. */
  const read = (pattern) => {
    pattern.lastIndex = at
    const [found] = pattern.exec(source) ?? [null]
    if (found !== null) at += found.length
    return found
  }

  const isBeforeExpression = () => {
    if (last === null) return true
    if (last.kind === 'sign') return !/^(?:[)\]}]|\+\+|--)$/.test(last.text)
    return last.kind === 'identifier' && BEFORE_EXPRESSION.has(last.text)
  }

  const isTag = () => {
    if (!hasTags || source[at] !== '<' || !isBeforeExpression()) return false
    TYPE_PARAMETERS.lastIndex = at
    return !TYPE_PARAMETERS.test(source) && /^<[\p{L}$_>]/u.test(source.slice(at, at + 3))
  }

  /** Reads a comment, a text or an identifier; false if there is none. */
  const readSimple = () => {
    const index = at
    const comment = read(COMMENT)
    if (comment !== null) add('comment', comment, index)
    const quoted = comment === null ? read(QUOTED) : null
    if (quoted !== null) add('text', quoted.slice(1, -1), index)
    const name = comment === null && quoted === null ? read(IDENTIFIER) : null
    if (name !== null) add('identifier', name, index)
    return at > index
  }

  /** Reads a template; its fixed parts become one text, with `…` for what is filled in. */
  const readTemplate = () => {
    const index = at
    let text = ''
    at += 1
    const place = tokens.length
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') {
        text += source.slice(at, at + 2)
        at += 2
      } else if (source.startsWith('${', at)) {
        at += 2
        last = null
        readCode('}')
        text += '…'
      } else {
        text += source[at]
        at += 1
      }
    }
    at += 1
    last = { kind: 'text', text, index }
    tokens.splice(place, 0, last)
  }

  /** Reads a tag with all that it encloses. */
  const readTag = () => {
    at += 1
    const index = at
    const name = read(TAG_NAME)
    if (name !== null) add('identifier', name, index)
    while (at < source.length && source[at] !== '>') {
      if (source.startsWith('/>', at)) {
        at += 2
        last = { kind: 'sign', text: ')', index: at }
        return
      }
      readInTag()
    }
    at += 1
    while (at < source.length && !source.startsWith('</', at)) readBetweenTags()
    at = source.indexOf('>', at) + 1 || source.length
    last = { kind: 'sign', text: ')', index: at }
  }

  const readInTag = () => {
    if (read(SPACE) !== null) return
    if (source[at] === '{') readBraces()
    else if (!readSimple()) at += 1
  }

  const readBetweenTags = () => {
    const index = at
    const text = read(TAG_TEXT)
    if (text !== null) add('tag-text', text, index)
    else if (source[at] === '{') readBraces()
    else readTag()
  }

  const readBraces = () => {
    at += 1
    last = null
    readCode('}')
  }

  /** Reads code up to the end, or up to and with an unmatched `end`. */
  const readCode = (end) => {
    let depth = 0
    while (at < source.length) {
      const index = at
      if (read(SPACE) !== null) continue
      if (source[at] === '`') readTemplate()
      else if (isTag()) readTag()
      else if (readSimple()) continue
      else if (isBeforeExpression() && read(REGEX) !== null) add('regex', source.slice(index, at), index)
      else if (read(NUMBER) !== null) add('number', source.slice(index, at), index)
      else {
        const sign = read(SIGN)
        if (sign === end && depth === 0) return
        if (sign === '{') depth += 1
        if (sign === '}') depth -= 1
        add('sign', sign, index)
      }
    }
  }

  if (source.startsWith('#!')) at = source.indexOf('\n')
  readCode(null)
  return tokens
}
