import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '@senca/contract'
import * as z from 'zod/mini'

const LOCALES = resolve(import.meta.dirname, '../../apps/web/src/i18n/locales')
const textsSchema = z.record(z.string(), z.unknown())

const read = (file: string) => textsSchema.parse(JSON.parse(readFileSync(resolve(LOCALES, file), 'utf8')))

/** The texts of both; a section may be in two files. */
const together = (one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> => {
  const sections = Object.entries(other).map(([key, section]) => {
    const known = one[key]
    return [
      key,
      known === undefined ? section : { ...textsSchema.parse(known), ...textsSchema.parse(section) },
    ]
  })
  return { ...one, ...Object.fromEntries(sections) }
}

export type Translate = (key: string, values?: Record<string, string>) => string

/** The texts of the app in a language by key. Variables are filled in, soft hyphens are kept. */
export function textsIn(language: Language): Translate {
  const parts = readdirSync(LOCALES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = [`${language}.json`, ...parts.map(({ name }) => `${name}/${language}.json`)]
  const texts = files.map(read).reduce(together)
  return (key, values = {}) => {
    let found: unknown = texts
    for (const part of key.split('.')) found = textsSchema.parse(found)[part]
    return z
      .string()
      .parse(found)
      .replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')
  }
}
