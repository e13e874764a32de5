/** The texts of a language: words, or more of the same. */
export interface TextTree {
  readonly [key: string]: string | TextTree
}

/** Values for the variables of a text; `count` also chooses its plural form. */
export type TextValues = Readonly<Record<string, unknown>>
export type Translate = (key: string, values?: TextValues) => string

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g

/** Says texts as i18next does, as far as the texts of guests need it: keys with dots, variables, plural forms. */
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
