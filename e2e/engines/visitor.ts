import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import type { Engine } from './engine.ts'

/** Finds elements by role and accessible name in any browser. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

const FIND = `
  const { queryAllByRole } = globalThis.TestingLibraryDom
  const named = name.startsWith('^') ? new RegExp(name) : name
  const all = queryAllByRole(document.body, role, { name: named })
  const [found] = all`

type Place = z.infer<typeof placeSchema>
const placeSchema = z.nullable(z.object({ x: z.number(), y: z.number() }))

/** An element is at rest when it did not move in this many looks: on a slow machine an animation may start late. */
const SAMPLES_AT_REST = 4

/** A person who uses a browser: finds elements by role and name, and uses pointer and keyboard. */
export class Visitor {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async visit(url: string): Promise<void> {
    await this.#engine.visit(url)
  }

  /** An attribute of the first element with a role and a name (`^…` is a pattern); null if there is no such element. */
  async attribute(role: string, name: string, attribute: string): Promise<string | null> {
    const source = `(role, name, attribute) => { ${FIND}
      return found?.getAttribute(attribute) ?? null }`
    return z.nullable(z.string()).parse(await this.#ask(source, role, name, attribute))
  }

  /** The text of an element; null if there is none. */
  async text(role: string, name: string): Promise<string | null> {
    const source = `(role, name) => { ${FIND}
      return found?.textContent ?? null }`
    return z.nullable(z.string()).parse(await this.#ask(source, role, name))
  }

  async sees(role: string, name: string, timeout = 60_000): Promise<void> {
    await expect
      // Reading all roles takes long in a slow engine, so they are not read more often.
      .poll(() => this.#placeOf(role, name), { message: `${role} ${name}`, timeout, intervals: [300] })
      .not.toBeNull()
  }

  async click(role: string, name: string): Promise<void> {
    await this.press(role, name)
    await this.release()
  }

  /** Presses on an element when it is visible and at rest, without releasing. */
  async press(role: string, name: string): Promise<void> {
    const place = { x: Number.NaN, y: Number.NaN }
    let rested = 0
    const rests = async (): Promise<boolean> => {
      const before = { ...place }
      Object.assign(place, (await this.#placeOf(role, name)) ?? { x: Number.NaN, y: Number.NaN })
      rested = place.x === before.x && place.y === before.y ? rested + 1 : 0
      return rested >= SAMPLES_AT_REST
    }
    await expect.poll(rests, { message: `${role} ${name}`, timeout: 120_000, intervals: [100] }).toBe(true)
    await this.#pointer({ type: 'pointerMove', ...place }, { type: 'pointerDown', button: 0 })
  }

  async release(): Promise<void> {
    await this.#pointer({ type: 'pointerUp', button: 0 })
  }

  /** Types into the field with this label. */
  async type(label: string, text: string): Promise<void> {
    const source = `(label) => {
      const [field] = globalThis.TestingLibraryDom.queryAllByLabelText(document.body, label, { selector: 'input' })
      field?.focus()
      return field !== undefined }`
    await expect.poll(() => this.#ask(source, label), { message: label, timeout: 120_000 }).toBe(true)
    await this.#keys(...text)
  }

  /** Presses a key, given by its WebDriver code, while an element has the focus. */
  async key(role: string, name: string, key: string): Promise<void> {
    const source = `(role, name) => { ${FIND}
      found?.focus()
      return found !== undefined }`
    await expect.poll(() => this.#ask(source, role, name), { message: `${role} ${name}` }).toBe(true)
    await this.#keys(key)
  }

  /** The center of the first matching element that is not covered there and not moved by a transition; otherwise null. */
  async #placeOf(role: string, name: string): Promise<Place> {
    const source = `(role, name) => { ${FIND}
      const isMoved = (part) => document.getAnimations().some(({ playState, effect }) =>
        playState === 'running' && effect?.target?.contains(part) && Number.isFinite(effect.getComputedTiming().endTime))
      for (const part of all) {
        if (isMoved(part)) continue
        part.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = part.getBoundingClientRect()
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
        if (part.contains(document.elementFromPoint(x, y))) return { x, y }
      }
      return null }`
    return placeSchema.parse(await this.#ask(source, role, name))
  }

  async #ask(source: string, ...args: readonly unknown[]): Promise<unknown> {
    const has = await this.#engine.call('() => "TestingLibraryDom" in globalThis')
    if (has !== true) await this.#engine.call(`function () { ${LIBRARY} }`)
    return this.#engine.call(source, ...args)
  }

  #pointer(...actions: Parameters<Engine['perform']>[0][number]['actions']): Promise<void> {
    return this.#engine.perform([
      { type: 'pointer', id: 'pointer', parameters: { pointerType: 'mouse' }, actions },
    ])
  }

  #keys(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ])
    return this.#engine.perform([{ type: 'key', id: 'keys', actions }])
  }
}
