import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseConfig } from '../apps/server/src/platform/process/config.ts'
import { ROOT } from './installation.mjs'

const read = (...path) => readFileSync(join(ROOT, 'docs', ...path), 'utf8')
const guide = read('start', 'install.md')

/** Everything that the product may print is in these sources. */
const sources = [join(ROOT, 'apps', 'server', 'src'), join(ROOT, 'scripts')]
  .flatMap(listFiles)
  .filter((file) => /\.(ts|mjs)$/.test(file) && !/\.test\./.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

const [, table = ''] = /^## Messages\n([\s\S]*)$/m.exec(read('operate', 'troubleshooting.md')) ?? []
const quoted = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text))

it('quotes messages in its table of troubles', () => {
  expect(quoted.length).toBeGreaterThan(15)
})

it.each(quoted)('the product says: %s', (text) => {
  expect(sources).toContain(text)
})

it('names files of deploy that exist', () => {
  const named = [...guide.matchAll(/deploy\/[\w./-]+\w/g)].map(([path]) => path)
  expect(named.length).toBeGreaterThan(4)
  for (const path of named) expect(listFiles(join(ROOT, 'deploy'))).toContain(join(ROOT, path))
})

it('puts the code where the services find it', () => {
  const [, place] = /git clone \S+ (\S+)/.exec(guide) ?? []
  for (const name of ['senca.service', 'senca-backup.service']) {
    const unit = readFileSync(join(ROOT, 'deploy', 'systemd', name), 'utf8')
    expect(unit).toContain(`\nWorkingDirectory=${place}\n`)
  }
})

it('puts the code where the person who types the commands may enter', () => {
  // On Debian 13, a home folder created by useradd is closed to other users, and the next line changes into it.
  expect(guide).not.toContain('--create-home')
  expect(guide).toContain('\nsudo install -d -o senca -g senca /opt/senca\n')
})

const settings = [...guide.matchAll(/^DEMO=off\n(?:[A-Z_]+=.*\n)+/gm)].map(([block]) => block)

it('has settings for a proxy, and for a network of its own', () => {
  expect(settings).toHaveLength(2)
})

it.each(settings)('the server takes the settings: %s', (block) => {
  const environment = Object.fromEntries([...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, ...pair]) => pair))
  const { isDemo, dataDir } = parseConfig(environment, '/opt/senca/app')
  expect({ isDemo, dataDir }).toEqual({ isDemo: false, dataDir: '/var/lib/senca' })
})

it('reads the journal as somebody who may', () => {
  for (const page of [guide, read('operate', 'monitoring.md'), read('operate', 'troubleshooting.md')])
    expect(page).not.toMatch(/(?<!sudo )journalctl/)
})

it('the reference has every setting of .env.example', () => {
  const reference = read('operate', 'settings.md') + read('operate', 'billing.md')
  const template = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const names = [...template.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) expect(reference).toContain(`\`${name}\``)
})
