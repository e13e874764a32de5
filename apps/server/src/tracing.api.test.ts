import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { parseTracing } from '#platform/process/tracing-config.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'

const attributeSchema = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.optional(z.string()) }),
})
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(attributeSchema),
  events: z.array(z.object({ name: z.string() })),
  status: z.object({ code: z.optional(z.number()) }),
})
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})
type Span = z.infer<typeof spanSchema>

const ERROR = 2
const spans: Span[] = []
const services = new Set<string | undefined>()
const credentials = new Set<string | undefined>()
/** Accepts the requests of an OpenTelemetry exporter. */
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (bytes) => {
    body += bytes
  })
  request.on('end', () => {
    if (request.url === '/otlp/v1/traces') {
      credentials.add(request.headers.authorization)
      for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
        services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
})

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  app = await createTestApp({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      OTEL_SERVICE_NAME: 'senca-test',
    },
  })
  owner = createTestClient(app)
  await owner.ok(owner.register('owner@example.com'))
})
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => collector.close(resolve))
})

const attributeOf = (span: Span, name: string) =>
  span.attributes.find(({ key }) => key === name)?.value.stringValue
const childrenOf = (span: Span) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)

async function findCommand(deviceId: string): Promise<Span> {
  return vi.waitFor(
    () => {
      const found = spans.find(
        (span) => span.name === 'command' && attributeOf(span, 'senca.device') === deviceId,
      )
      if (found === undefined) throw new Error('not exported yet')
      // The span that follows the command ends after the command's own span.
      if (found.status.code !== ERROR) expect(childrenOf(found)).toHaveLength(2)
      return found
    },
    { timeout: 120_000, interval: 100 },
  )
}

describe('with a collector', () => {
  it('a command is one trace from the call to the end of the movement', async () => {
    const shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen', state: { position: 0.25 } })
    expect(await owner.move([{ token: shade.id, command: 'move', position: 25 }], true)).toMatchObject([
      { status: 'success' },
    ])
    const command = await findCommand(shade.id)
    expect(attributeOf(command, 'senca.command')).toBe('move')
    expect(command.events.map(({ name }) => name)).toEqual(['checked'])
    const call = spans.find(({ spanId }) => spanId === command.parentSpanId)
    expect(call?.name).toBe('POST /auth/api/v1/device/move')
    expect(call?.parentSpanId).toBe(undefined)
    const children = childrenOf(command)
    expect(children.map(({ name }) => name).sort()).toEqual(['follow to the end', 'send to the device'])
    expect(children.find(({ name }) => name.startsWith('send'))?.events.map(({ name }) => name)).toEqual([
      'acknowledged',
    ])
    expect(new Set([call, command, ...children].map((span) => span?.traceId)).size).toBe(1)
    expect([...services]).toEqual(['senca-test'])
    expect([...credentials]).toEqual(['Bearer collector'])
    await shade.device.end()
  })

  it('so is one whose answer another instance may have read', async () => {
    const twin = await app.twin()
    const other = createTestClient(twin)
    await other.ok(other.logIn('owner@example.com'))
    for (const client of [owner, other, owner, other]) {
      const shade = await moveIn(app, owner, 'roller_shutter', { state: { position: 0.25 } })
      await vi.waitFor(async () => expect((await client.info(shade.id))[shade.id]?.connected).toBe(true))
      expect(await client.move([{ token: shade.id, command: 'move', position: 25 }], true)).toMatchObject([
        { status: 'success' },
      ])
      const command = await findCommand(shade.id)
      const call = await vi.waitFor(() => {
        const found = spans.find(({ spanId }) => spanId === command.parentSpanId)
        expect(found?.name).toBe('POST /auth/api/v1/device/move')
        return found
      })
      expect(new Set([call, command, ...childrenOf(command)].map((span) => span?.traceId)).size).toBe(1)
      await shade.device.end()
    }
    await twin.close()
  })

  it('so is one of a group, and of a tap on a scenario', async () => {
    const shade = await moveIn(app, owner, 'roller_shutter', { name: 'Hall', state: { position: 0 } })
    const api = async (call: string, json: object): Promise<string> =>
      Object(await owner.ok(owner.api('POST', `/auth/api/v1/${call}`, { json }))).id
    const group = await api('group/create', { name: 'All', devices: [shade.id] })
    const scenario = await api('scenario/create', {
      name: 'Half',
      enabled: true,
      targets: [shade.id],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.5 }],
    })
    const rootOf = (span: Span): string => {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
      return parent === undefined ? span.name : rootOf(parent)
    }
    const rootsOf = () =>
      spans
        .filter((span) => span.name === 'command' && attributeOf(span, 'senca.device') === shade.id)
        .map(rootOf)
    const untilRoot = (name: string) =>
      vi.waitFor(() => expect(rootsOf()).toContain(name), { timeout: 120_000, interval: 100 })
    await api('group/move', { id: group, command: 'move', position: 25, wait: true })
    await untilRoot('POST /auth/api/v1/group/move')
    await api('scenario/run', { id: scenario })
    await untilRoot('POST /auth/api/v1/scenario/run')
    await shade.device.end()
  })

  it('says by which error a command ended', async () => {
    const shade = await moveIn(app, owner, 'roller_shutter', { name: 'Bath', state: { position: 0 } })
    await shade.device.end()
    await vi.waitFor(async () => expect((await owner.info(shade.id))[shade.id]?.connected).toBe(false))
    await owner.move([{ token: shade.id, command: 'move', position: 50 }])
    const command = await findCommand(shade.id)
    expect(command.status.code).toBe(ERROR)
    expect(attributeOf(command, 'error.type')).toMatch(/^device_/)
  })
})

describe('the variables of OpenTelemetry', () => {
  const parse = (environment: Record<string, string>) => {
    const complaints: string[] = []
    return { config: parseTracing(environment, complaints), complaints }
  }
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com' }

  it('are ignored without an endpoint', () => {
    expect(parse({ OTEL_SERVICE_NAME: 'x' })).toEqual({ config: undefined, complaints: [] })
    expect(parse(endpoint).config).toEqual({
      url: 'https://collector.example.com/v1/traces',
      headers: {},
      serviceName: 'senca',
    })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must be'],
    [{ ...endpoint, OTEL_SERVICE_NAME: 'my service' }, 'OTEL_SERVICE_NAME must be'],
  ])('are refused where they cannot be used: %j', (environment, complaint) => {
    expect(parse(environment).complaints).toEqual([expect.stringContaining(complaint)])
  })
})
