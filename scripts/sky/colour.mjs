import { readFileSync } from 'node:fs'

const TOKENS = new URL('../../apps/web/src/ui/styles/tokens.css', import.meta.url)

export const WHITE = [255, 255, 255]

export const parseHex = (hex) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

export const mix = (from, to, share) => from.map((part, index) => part + (to[index] - part) * share)

export const smoothstep = (from, to, value) => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** The colors of the light theme for a time of day, from the same tokens as the painted images. */
export function coloursOf(time) {
  const css = readFileSync(TOKENS, 'utf8')
  const block = css.split('}').find((part) => part.includes(`[data-time="${time}"]`)) ?? ''
  const colour = (name) => {
    const hex = new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`).exec(block)?.[1]
    if (hex === undefined) throw new Error(`The tokens have no --${name} for ${time}`)
    return parseHex(hex)
  }
  return { top: colour('sky-a'), foot: colour('sky-b'), ridge: colour('ridge'), sun: colour('sun') }
}
