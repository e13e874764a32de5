// Finds texts that a page of the app may show without loading them.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/gms
const TEXT = /\bt\(\s*'([^']+)'/g

/**
 * `pages` are `{ module, parts }`: the module of a page in the folder `source`, and the parts of the texts that are loaded with it.
 * Returns `{ module, key, shownIn }` for each text that modules imported by a page ask for and that is in none of its parts.
 */
export function textsNotLoaded(source, pages) {
  const known = new Map()
  const moduleAt = (path) => {
    if (!known.has(path)) known.set(path, readModule(source, path))
    return known.get(path)
  }
  return pages.flatMap(({ module, parts }) => {
    const keys = new Set(['', ...parts].flatMap((part) => keysOf(source, part)))
    const isLoaded = (key) => keys.has(key) || keys.has(`${key}_other`)
    return modulesOf(join(source, module), moduleAt).flatMap((path) =>
      moduleAt(path)
        .texts.filter((key) => !isLoaded(key))
        .map((key) => ({ module, key, shownIn: path.slice(source.length + 1) })),
    )
  })
}

/**
 * The pages in the code of the routes: each `screen(path, load, ...parts)`, `firstScreen(...)` and `lazily(...)`. `load` is an
 * import or the name of a constant for one; other names among the parts are constants too.
 */
export function pagesOf(routes) {
  const importedBy = new Map(
    [...routes.matchAll(/^const (\w+)\b[^=]*= \(\) => import\('#([^']+)'\)/gm)].map(([, name, path]) => [
      name,
      path,
    ]),
  )
  const constants = new Map(
    [...routes.matchAll(/^const (\w+): readonly TextPart\[\] = (.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  return [...routes.matchAll(/\b(?:screen|firstScreen|lazily)\(/g)].flatMap(({ index }) => {
    const call = untilClosed(routes, index)
    const [, name] = /,\s*(\w+),/.exec(call) ?? []
    const module = /import\('#([^']+)'\)/.exec(call)?.[1] ?? importedBy.get(name)
    if (module === undefined || !module.startsWith('screens/')) return []
    const values = [...call.matchAll(/\.\.\.(\w+)/g)].map(([, constant]) => constants.get(constant) ?? '')
    const parts = [call, ...values].flatMap((text) =>
      [...text.matchAll(/'([a-z]+)'/g)].map(([, part]) => part),
    )
    return [{ module, parts }]
  })
}

function untilClosed(text, from) {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  throw new Error('a call without an end')
}

/** The module and all that it imports, but not what it loads later. */
function modulesOf(path, moduleAt) {
  const found = new Set([path])
  for (const each of found) for (const imported of moduleAt(each).imports) found.add(imported)
  return [...found]
}

function readModule(source, path) {
  const code = readFileSync(path, 'utf8')
  const imports = [...code.matchAll(STATIC_IMPORT)].flatMap(([, name]) => {
    const target = name.startsWith('#') ? join(source, name.slice(1)) : resolve(dirname(path), name)
    return /\.tsx?$/.test(target) && existsSync(target) ? [target] : []
  })
  return { imports, texts: [...code.matchAll(TEXT)].map(([, key]) => key) }
}

const keysOf = (source, part) =>
  flatten(JSON.parse(readFileSync(join(source, 'i18n/locales', part, 'en.json'), 'utf8')))

const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : flatten(value, `${prefix}${key}.`),
  )
