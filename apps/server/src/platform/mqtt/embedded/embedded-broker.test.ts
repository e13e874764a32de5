import { connect, connectAsync } from 'mqtt'
import { generate } from 'mqtt-packet'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closed, startGuardedBroker } from '#testing/doubles/guarded-broker.ts'

let home: Awaited<ReturnType<typeof startGuardedBroker>>
beforeEach(async () => {
  home = await startGuardedBroker()
  return home.stop
})

describe('signing in', () => {
  it.each([
    ['a wrong password', 'one', { password: 'secret-two' }],
    ['another user name', 'one', { username: 'two' }],
    ['an unknown id', 'three', {}],
    ['a client id of 129 characters', 'x'.repeat(129), {}],
  ])('refuses %s', async (_name, id, options) => {
    await expect(connectAsync(home.url, home.optionsOf(id, options))).rejects.toThrow()
    expect(home.presence).toEqual([])
  })

  it('refuses everybody when the check itself fails', async () => {
    home.liftGuard()
    home.broker.guard({
      mayConnect: () => Promise.reject(new Error('database away')),
      mayPublish: () => true,
      maySubscribe: () => true,
      connected: () => {},
      disconnected: () => {},
    })
    await expect(connectAsync(home.url, home.optionsOf('one'))).rejects.toThrow()
  })

  it('accepts a client that any of its guards accepts, until that guard is removed', async () => {
    const liftSecond = home.broker.guard({
      mayConnect: async ({ clientId }) => clientId === 'three',
      mayPublish: () => false,
      maySubscribe: () => false,
      connected: () => {},
      disconnected: () => {},
    })
    await (await home.signIn('one')).endAsync()
    await (await home.signIn('three')).endAsync()
    liftSecond()
    await expect(connectAsync(home.url, home.optionsOf('three'))).rejects.toThrow()
    await (await home.signIn('one')).endAsync()
    home.liftGuard()
    await expect(connectAsync(home.url, home.optionsOf('one'))).rejects.toThrow()
  })

  it('reports the connection and its end', async () => {
    const client = await home.signIn('one')
    await vi.waitFor(() => expect(home.presence).toEqual(['+one']))
    await client.endAsync()
    await vi.waitFor(() => expect(home.presence).toEqual(['+one', '-one']))
  })

  it('reports to a guard that is added later who is connected', async () => {
    await home.signIn('one')
    await (await home.signIn('two')).endAsync()
    await vi.waitFor(() => expect(home.presence).toEqual(['+one', '+two', '-two']))
    const connected: string[] = []
    home.broker.guard({
      mayConnect: async () => false,
      mayPublish: () => false,
      maySubscribe: () => false,
      connected: (clientId) => connected.push(clientId),
      disconnected: () => {},
    })
    expect(connected).toEqual(['one'])
  })

  it('lets a second connection replace the first without reporting an end, and drops the will of the first', async () => {
    const wills = await home.collect('senca/one/status')
    const will = { topic: 'senca/one/status', payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const first = await home.signIn('one', { will })
    const firstClosed = closed(first)
    const second = await home.signIn('one', { will })
    await firstClosed
    await second.publishAsync('senca/one/status', 'here', { qos: 1 })
    await vi.waitFor(() => expect(home.presence).toEqual(['+one', '+one']))
    expect(wills.received.map(({ text }) => text)).toEqual(['here'])
    second.stream.destroy()
    await vi.waitFor(() => expect(home.presence).toEqual(['+one', '+one', '-one']))
    await vi.waitFor(() => expect(wills.received.map(({ text }) => text)).toEqual(['here', 'gone']))
  })
})

describe('topics', () => {
  it('carries the reports of a device to the server and a command to the device', async () => {
    const { received } = await home.collect('senca/+/state')
    const client = await home.signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync('senca/one/command', { qos: 1 })
    await client.publishAsync('senca/one/state', 'up', { qos: 1 })
    await home.broker.publish('senca/one/command', 'move')
    await vi.waitFor(() =>
      expect(received).toEqual([{ topic: 'senca/one/state', text: 'up', retained: false }]),
    )
    await vi.waitFor(() => expect(commands).toEqual(['move']))
  })

  it.each(['senca/two/state', '$SYS/x', 'senca/two/command'])(
    'never carries a message of one to %s',
    async (topic) => {
      const { received } = await home.collect('#')
      const system = await home.collect('$SYS/x')
      const client = await home.signIn('one')
      const ended = closed(client)
      client.publish(topic, 'x', { qos: 0 })
      await ended
      expect([...received, ...system.received]).toEqual([])
    },
  )

  it.each(['#', 'senca/#', 'senca/+/command', 'senca/two/command', '$SYS/#', '$share/g/senca/two/command'])(
    'refuses one the filter %s',
    async (filter) => {
      const client = await home.signIn('one')
      await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    },
  )

  it('queues nothing for a device that is away, whatever session it asks for', async () => {
    const persistent = { clean: false }
    const first = await home.signIn('one', persistent)
    await first.subscribeAsync('senca/one/command', { qos: 1 })
    await first.endAsync()
    await vi.waitFor(() => expect(home.presence).toContain('-one'))
    await home.broker.publish('senca/one/command', 'late')
    const second = connect(home.url, home.optionsOf('one', persistent))
    onTestFinished(() => void second.end(true))
    const received: string[] = []
    second.on('message', (_topic, payload) => received.push(payload.toString()))
    const sessionPresent = await new Promise((resolve) =>
      second.once('connect', (ack) => resolve(ack.sessionPresent)),
    )
    await second.subscribeAsync('senca/one/command', { qos: 1 })
    await home.broker.publish('senca/one/command', 'now')
    await vi.waitFor(() => expect(received).toEqual(['now']))
    expect(sessionPresent).toBe(false)
  })
})

describe('the server as a subscriber', () => {
  it('receives no retained message that is larger than anything it reads', async () => {
    const client = await home.signIn('one')
    await client.publishAsync('senca/one/state', 'x'.repeat(4_097), { qos: 1, retain: true })
    await client.publishAsync('senca/one/status', 'x'.repeat(4_096), { qos: 1, retain: true })
    const { received } = await home.collect('senca/+/+')
    expect(new Set(received.map(({ topic }) => topic))).toEqual(new Set(['senca/one/status']))
  })

  it('receives a retained message once more when it subscribes later', async () => {
    const client = await home.signIn('one')
    await client.publishAsync('senca/one/state', 'kept', { qos: 1, retain: true })
    await client.publishAsync('senca/one/result', 'not kept', { qos: 1 })
    const { received } = await home.collect('senca/+/+')
    expect(received).toEqual([{ topic: 'senca/one/state', text: 'kept', retained: true }])
  })

  it('receives once what a device publishes with QoS 2 and repeats', async () => {
    const { received } = await home.collect('senca/+/result')
    const client = await home.signIn('one')
    const say = () =>
      client.stream.write(
        generate({
          cmd: 'publish',
          topic: 'senca/one/result',
          payload: 'done',
          qos: 2,
          messageId: 7,
          dup: false,
          retain: false,
        }),
      )
    const acknowledged = vi.fn()
    client.on('packetreceive', ({ cmd }) => cmd === 'pubrec' && acknowledged())
    say()
    await vi.waitFor(() => expect(acknowledged).toHaveBeenCalledTimes(1))
    say()
    await vi.waitFor(() => expect(acknowledged).toHaveBeenCalledTimes(2))
    expect(received).toEqual([{ topic: 'senca/one/result', text: 'done', retained: false }])
  })

  it('receives nothing after the undo', async () => {
    const first = await home.collect('a')
    const second = await home.collect('a')
    first.undo()
    await home.broker.publish('b', 'x')
    await home.broker.publish('a', 'x')
    expect([first.received.length, second.received.length]).toEqual([0, 1])
  })

  it('gives each message to one member of a group, and all of them to the last one', async () => {
    const one = await home.collect('a', 'ingest')
    const two = await home.collect('a', 'ingest')
    const alone = await home.collect('a')
    for (const text of ['1', '2', '3', '4']) await home.broker.publish('a', text)
    expect([one.received.length, two.received.length, alone.received.length]).toEqual([2, 2, 4])
    one.undo()
    await home.broker.publish('a', '5')
    expect(two.received.map(({ text }) => text)).toContain('5')
  })
})
