/** What a hostile client in a space of its own does, by the name of the case. */
export const HOSTILE_CASES = {
  huge: 'messages of 10 MB, one connection each',
  retained: '100,000 retained topics',
  configs: '100,000 announcements',
  broken: 'announcements of 40 levels, over 64 KiB, with `__proto__`, not UTF-8',
  templates: '50 covers with template bombs, and states for them',
  flood: 'a flood of states of one client',
  passwords: 'a flood of wrong passwords',
} as const
export type HostileCase = keyof typeof HOSTILE_CASES

export const isHostileCase = (name: string): name is HostileCase => Object.hasOwn(HOSTILE_CASES, name)

const MANY = 100_000
const COVERS = 50
const HUGE_BYTES = 10_000_000
const LEVELS = 40

const BOMBS = [
  '{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}',
  '{{ "x" * 1000000000 }}',
  '{{ 9 ** 999999 }}',
  '{% set a = "xxxxxxxxxx" %}{% for i in range(30) %}{% set a = a ~ a %}{% endfor %}{{ a }}',
  '{{ "".__class__.__mro__[1].__subclasses__() }}',
  '{{ value | replace("", value) | replace("", value) | replace("", value) }}',
]

interface Message {
  topic: string
  payload: Buffer
  retain: boolean
}

const configOf = (name: string, more: object = {}): Message => ({
  topic: `homeassistant/cover/${name}/config`,
  payload: Buffer.from(JSON.stringify({ unique_id: name, command_topic: `${name}/set`, ...more })),
  retain: true,
})

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const BROKEN = [
  Buffer.from(nested(LEVELS)),
  Buffer.from(JSON.stringify({ name: 'x'.repeat(70_000), command_topic: 'a/set' })),
  Buffer.from('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"command_topic":"a/set"}'),
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
]

/** The messages of a case without end; those that make things come first. Nothing for cases about connections. */
export function* hostileMessages(name: HostileCase): Generator<Message> {
  for (let nth = 0; ; nth += 1) {
    switch (name) {
      case 'huge':
      case 'passwords':
        yield { topic: 'huge', payload: Buffer.alloc(HUGE_BYTES, 'x'), retain: false }
        break
      case 'retained':
        yield { topic: `topic/${nth % MANY}`, payload: Buffer.from('on'), retain: true }
        break
      case 'configs':
        yield configOf(`cover-${nth % MANY}`)
        break
      case 'broken':
        yield {
          topic: `homeassistant/cover/broken-${nth % 100}/config`,
          payload: BROKEN[nth % BROKEN.length] ?? Buffer.alloc(0),
          retain: true,
        }
        break
      case 'templates': {
        const cover = `bomb-${nth % COVERS}`
        yield nth < COVERS
          ? configOf(cover, {
              position_topic: `${cover}/position`,
              set_position_topic: `${cover}/set`,
              position_template: BOMBS[nth % BOMBS.length],
            })
          : { topic: `${cover}/position`, payload: Buffer.from(String(nth % 100)), retain: false }
        break
      }
      case 'flood':
        yield { topic: `state/${nth % 100}`, payload: Buffer.alloc(100, 'x'), retain: false }
        break
    }
  }
}
