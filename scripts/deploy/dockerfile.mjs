import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../installation.mjs'

/**
 * The stages of the Dockerfile, in order: { name, from, workdir, user, env, volume, run, copy, cmd, healthcheck }. Throws on an
 * unknown line.
 */
export function readDockerfile() {
  const stages = []
  for (const line of readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, word, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const stage = stages.at(-1)
    switch (word) {
      case 'FROM': {
        const [, from, name = ''] = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
        stages.push({ name, from, run: [], copy: [], env: {}, expose: [] })
        break
      }
      case 'WORKDIR':
      case 'USER':
      case 'VOLUME':
      case 'STOPSIGNAL':
        stage[word.toLowerCase()] = rest
        break
      case 'ENV': {
        const [, name, value] = /^([A-Z_]+)=(\S+)$/.exec(rest) ?? []
        stage.env[name] = value
        break
      }
      case 'RUN':
        stage.run.push(rest)
        break
      case 'EXPOSE':
        stage.expose = rest.split(' ').map(Number)
        break
      case 'COPY': {
        const [, stageName, paths] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
        const all = paths.split(' ')
        stage.copy.push({ stageName, sources: all.slice(0, -1), target: all.at(-1) })
        break
      }
      case 'CMD':
        stage.cmd = JSON.parse(rest)
        break
      case 'HEALTHCHECK': {
        const [, , command] = /^((?:--\S+ )*)CMD (.*)$/.exec(rest) ?? []
        stage.healthcheck = JSON.parse(command)
        break
      }
      default:
        throw new Error(`a line of the Dockerfile that is not known here: ${line}`)
    }
  }
  return stages
}
