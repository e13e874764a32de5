// Finds texts of the app that no source asks for.
import { tokensOf } from './source-text.mjs'

const PLURAL = /_(?:zero|one|two|few|many|other)$/
const GENDER = /_masculine$/
/** What a template may fill in: one part of a key or several. */
const FILLED = String.raw`([\w-]+(?:\.[\w-]+)*)`

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * The keys that none of the sources (`{ file, text }`) has. A source has a key if the whole key is a text in it, or if a template
 * matches the key and each word that the template fills in is a text or a name somewhere in the sources.
 */
export function unusedTexts(keys, sources) {
  const words = new Set()
  const templates = new Set()
  for (const { file, text: source } of sources) {
    for (const { kind, text } of tokensOf(source, { hasTags: file.endsWith('x') })) {
      if (kind !== 'text' && kind !== 'identifier' && kind !== 'number') continue
      words.add(text)
      if (/^[\w.…-]+$/.test(text) && text.includes('…') && text.includes('.')) templates.add(text)
    }
  }
  const patterns = [...templates].map(
    (template) => new RegExp(`^${template.split('…').map(escaped).join(FILLED)}$`),
  )
  const isFilled = (key) =>
    patterns.some((pattern) => {
      const [, ...filled] = pattern.exec(key) ?? []
      return filled.length > 0 && filled.flatMap((part) => part.split('.')).every((part) => words.has(part))
    })
  const asked = new Set([...keys].map((key) => key.replace(GENDER, '').replace(PLURAL, '')))
  return [...asked].filter((key) => !words.has(key) && !isFilled(key))
}
