/** The texts of a language: strings, or nested trees of them. */
export interface TextTree {
  readonly [key: string]: string | TextTree
}

/** The values of the variables in a text; `count` also selects the plural form. */
type TextValues = Readonly<Record<string, unknown>>
export type Translate = (key: string, values?: TextValues) => string

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g

/** Translates like i18next, with the features that guest texts need: keys with dots, variables and plural forms. */
export function translator(texts: TextTree, tag: string): Translate {
  const plurals = new Intl.PluralRules(tag)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? textAt(texts, `${key}_${plurals.select(count)}`) : null
    const text = form ?? textAt(texts, key)
    return text === null ? key : text.replace(VARIABLE, (_, name: string) => String(values[name] ?? ''))
  }
}

function textAt(texts: TextTree, key: string): string | null {
  let found: string | TextTree | undefined = texts
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : null
}
