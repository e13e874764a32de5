import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[^?]+\.ts$/
/** A schema being made: by zod, or by one of the functions of the contract that do nothing else. */
const MAKING =
  /(?<![\w.])(?=(?:z\s*\.[\w.]+|known|needed|optional|nameSchema|perDevice|told|clearable|repeated)\()/g

/**
 * Says of the schemas of the contract that making one changes nothing, which a bundler cannot know of a call: those that
 * no page parses with are left out, and with them the parts of zod that only they need.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'senca:pure-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler: (code) => code.replaceAll(MAKING, '/* @__PURE__ */ '),
    },
  }
}
