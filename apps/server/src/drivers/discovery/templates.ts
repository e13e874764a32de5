import type { Clock } from '#platform/clock.ts'
import type { Limitation } from '../entities/entity.ts'
import { type Compiled, compileTemplate } from '../templates/template.ts'
import type { Value } from '../templates/values.ts'
import type { Encoding, Payload } from './payload.ts'
import { Refused } from './refused.ts'

const MAX_CACHED = 500
const MAX_STOPS = 3
const STOPS_WITHIN_MS = 60_000

type Running = Extract<Compiled, { kind: 'runs' }>
export type Variables = ReadonlyMap<string, Value>

/** Devices of one kind announce the same templates, so each is compiled once. */
export function createTemplateCache() {
  const compiled = new Map<string, Compiled>()
  return (source: string): Compiled => {
    const known = compiled.get(source)
    if (known !== undefined) return known
    if (compiled.size >= MAX_CACHED) compiled.clear()
    const made = compileTemplate(source)
    compiled.set(source, made)
    return made
  }
}

export type TemplateCache = ReturnType<typeof createTemplateCache>

/** A template of an entity. Stopped three times in a minute it is off, until it is announced again. */
class EntityTemplate {
  readonly #template: Running
  readonly #clock: Pick<Clock, 'now'>
  readonly #switchedOff: (detail: string) => void
  readonly #stops: number[] = []
  #isOff = false

  constructor(template: Running, clock: Pick<Clock, 'now'>, switchedOff: (detail: string) => void) {
    this.#template = template
    this.#clock = clock
    this.#switchedOff = switchedOff
  }

  /** The text, `raised`, or null if it was stopped. */
  render(variables: Variables, more?: Variables): { text: string } | 'raised' | null {
    if (this.#isOff) return null
    const rendered = this.#template.render(variables, more)
    if (rendered.outcome === 'printed') return rendered
    if (rendered.outcome === 'raised') return 'raised'
    this.#stopped(rendered.reason)
    return null
  }

  #stopped(reason: string): void {
    const now = this.#clock.now().getTime()
    this.#stops.push(now)
    const [first = 0] = this.#stops
    if (this.#stops.length < MAX_STOPS) return
    this.#stops.shift()
    if (now - first >= STOPS_WITHIN_MS) return
    this.#isOff = true
    this.#switchedOff(reason)
  }
}

/** How a state topic is read: null for a message that says nothing that can be read. */
export type ReadValue = (payload: Payload) => string | null
/** What is sent for a value: null if the template does not print. */
export type WriteValue = (value: Value, variables?: Variables) => string | null

/** Reads the options of one announcement that are templates, and collects what they limit. */
export interface TemplateReader {
  /** Null where nothing can be read. */
  value(part: string, source: string | undefined, more?: Variables): ReadValue | null
  /** Null where nothing can be sent. */
  command(part: string, source: string | undefined, more?: Variables): WriteValue | null
  readonly limitations: Limitation[]
  readonly count: number
}

export function createTemplateReader(options: {
  compile: TemplateCache
  clock: Pick<Clock, 'now'>
  /** Null if the encoding is not read. */
  encoding: Encoding | null
  /** A template was switched off, long after the announcement: the limitations changed. */
  stopped(detail: string): void
}): TemplateReader {
  const { clock, encoding } = options
  const limitations: Limitation[] = []
  let count = 0

  function read(part: string, source: string): EntityTemplate | null {
    count++
    const compiled = options.compile(source)
    if (compiled.kind === 'bad') throw new Refused('bad_template', `${part}: ${compiled.detail}`)
    if (compiled.kind === 'refused') {
      limitations.push({ code: 'template_refused', part, detail: compiled.detail })
      return null
    }
    return new EntityTemplate(compiled, clock, (detail) => {
      limitations.push({ code: 'template_stopped', part, detail })
      options.stopped(`${part}: ${detail}`)
    })
  }

  return {
    limitations,
    get count() {
      return count
    },
    value(part, source, more) {
      const template = source === undefined ? undefined : read(part, source)
      if (template === null || encoding === null) return null
      if (template === undefined) return (payload) => payload.text(encoding)
      return (payload) => {
        const text = payload.text(encoding)
        if (text === null) return null
        const rendered = template.render(payload.variables(text), more)
        // A template that raises passes the payload as it is.
        return rendered === 'raised' ? text : (rendered?.text ?? null)
      }
    },
    command(part, source, more = new Map()) {
      if (source === undefined) return (value) => String(value)
      const template = read(part, source)
      if (template === null) return null
      return (value, variables) => {
        const given = new Map<string, Value>([...more, ['value', value], ...(variables ?? [])])
        const rendered = template.render(given)
        return rendered === 'raised' ? null : (rendered?.text ?? null)
      }
    },
  }
}
