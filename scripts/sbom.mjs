import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, ROOT } from './installation.mjs'

/** The parts that an installation runs or serves; the simulator is the demo home. */
const PRODUCT = ['apps/server', 'apps/web', 'apps/simulator', 'apps/matter', 'packages/contract']

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

const file = resolve(process.env.INIT_CWD ?? process.cwd(), readFileName())
const bom = pruneToProduct(listAll())
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
process.stdout.write(`Wrote ${bom.components.length} components to ${file}.\n`)

function readFileName() {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    if (positionals.length <= 1) return positionals[0] ?? 'sbom.cdx.json'
  } catch {
    // An unknown option prints the usage.
  }
  return giveUp('Usage: npm run sbom -- [FILE]')
}

/** All packages of the lock file, for every platform and including development packages, as CycloneDX. */
function listAll() {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const npm = process.env.npm_execpath
  const [command, ...first] = npm?.endsWith('.js') === true ? [process.execPath, npm] : ['npm']
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? JSON.parse(stdout) : giveUp(`npm cannot list the packages: ${stderr}`)
}

/**
 * Keeps only the product and its runtime dependencies. npm's own `--omit dev` also removes packages that one workspace needs at
 * runtime and another one only for its tests.
 */
function pruneToProduct(all) {
  const workspaces = new Map(PRODUCT.map((path) => [refOf(packages[path]), packages[path]]))
  const neededBy = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const nameOf = new Map(all.components.map((component) => [component['bom-ref'], fullName(component)]))
  const dependenciesOf = (ref) => {
    const workspace = workspaces.get(ref)
    const needed = neededBy.get(ref) ?? []
    return workspace === undefined
      ? needed
      : needed.filter((ref) => nameOf.get(ref) in workspace.dependencies)
  }
  const developed = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev === true)
      .map(([path, entry]) => `${path.replace(/^.*node_modules\//, '')}@${entry.version}`),
  )
  const kept = new Set()
  const waiting = [...workspaces.keys()]
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (kept.has(ref) || developed.has(ref)) continue
    kept.add(ref)
    waiting.push(...dependenciesOf(ref))
  }
  const root = all.metadata.component['bom-ref']
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'senca' } },
    components: all.components
      .filter((component) => kept.has(component['bom-ref']))
      .map((component) => ({ ...component, name: fullName(component) })),
    dependencies: [
      { ref: root, dependsOn: [...workspaces.keys()] },
      ...[...kept]
        .sort()
        .map((ref) => ({ ref, dependsOn: dependenciesOf(ref).filter((needed) => kept.has(needed)) })),
    ],
  }
}

function refOf({ name, version }) {
  return `${name}@${version}`
}

/** npm uses the folder name as the name of a workspace; its package URL contains the full name. */
function fullName({ purl }) {
  const [, name = ''] = /^pkg:npm\/(.+)@[^@]+$/.exec(purl) ?? []
  return decodeURIComponent(name)
}
