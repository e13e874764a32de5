import '../environment.ts'
import {
  Bytes,
  ChangeNotificationService,
  type ClientNode,
  ControllerBehavior,
  Crypto,
  EndpointNumber,
  Environment,
  Logger,
  LogLevel,
  MemoryStorageDriver,
  Seconds,
  ServerNode,
  StorageService,
  toJson,
  VendorId,
} from '@matter/main'
import { BridgedDeviceBasicInformation } from '@matter/main/clusters/bridged-device-basic-information'
import { DoorLock } from '@matter/main/clusters/door-lock'
import { Groups } from '@matter/main/clusters/groups'
import { Identify } from '@matter/main/clusters/identify'
import { LevelControl } from '@matter/main/clusters/level-control'
import { OnOff } from '@matter/main/clusters/on-off'
import { OperationalCredentials } from '@matter/main/clusters/operational-credentials'
import { WindowCovering } from '@matter/main/clusters/window-covering'
import { AttestationCertificateManager, CertificationDeclaration, Invoke, Write } from '@matter/main/protocol'
import { ManualPairingCodeCodec, Status, StatusResponseError } from '@matter/main/types'
import * as z from 'zod/mini'
import { commission } from '../commissioning.ts'
import { toMatterSchema } from '../messages.ts'
import { errorOf, invoke } from '../node-commands.ts'
import { createTestSubscriptions } from './test-subscriptions.ts'

/**
 * A controller for tests, as an ecosystem has one: it commissions a node, reports all attributes of its endpoints and sends them commands.
 * It speaks with the test over IPC; its argument is the id of its vendor.
 */

const [vendorId = '65521'] = process.argv.slice(2)

const instructionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('commission'), call: z.number(), code: z.string() }),
  z.object({ do: z.literal('endpoints'), call: z.number() }),
  z.object({ do: z.literal('invoke'), call: z.number(), endpoint: z.number(), command: z.unknown() }),
  z.object({
    do: z.literal('replay'),
    call: z.number(),
    endpoint: z.number(),
    steps: z.array(z.object({ afterMs: z.number(), command: z.unknown() })),
  }),
  z.object({
    do: z.literal('invoke-all'),
    call: z.number(),
    endpoints: z.array(z.number()),
    command: z.unknown(),
  }),
  z.object({
    do: z.literal('try'),
    call: z.number(),
    endpoint: z.number(),
    cluster: z.enum(['windowCovering', 'doorLock', 'onOff', 'levelControl', 'groups']),
    command: z.string(),
    fields: z.optional(z.looseObject({})),
    isTimed: z.boolean(),
  }),
  z.object({
    do: z.literal('write'),
    call: z.number(),
    endpoint: z.number(),
    cluster: z.enum([
      'windowCovering',
      'doorLock',
      'onOff',
      'levelControl',
      'groups',
      'bridgedDeviceBasicInformation',
    ]),
    attribute: z.string(),
    value: z.unknown(),
  }),
  z.object({ do: z.literal('identify'), call: z.number(), endpoint: z.number(), seconds: z.number() }),
  z.object({ do: z.literal('make-certificates'), call: z.number(), product: z.number() }),
  z.object({ do: z.literal('certificates'), call: z.number() }),
  z.object({ do: z.literal('seen'), call: z.number() }),
  z.object({ do: z.literal('leave'), call: z.number() }),
  z.object({ do: z.literal('guess'), call: z.number(), code: z.string(), times: z.number() }),
  z.object({ do: z.literal('subscribe'), call: z.number(), times: z.number() }),
  z.object({ do: z.literal('watch'), call: z.number(), endpoint: z.number() }),
  z.object({ do: z.literal('reports'), call: z.number() }),
])

class TestStorage extends MemoryStorageDriver {
  static override readonly id = 'memory-of-test'
}

Logger.level = LogLevel.FATAL
const service = new StorageService(Environment.default)
service.registerDriver(TestStorage)
service.configuredDriver = TestStorage.id

const controller = await ServerNode.create(ServerNode.RootEndpoint.with(ControllerBehavior), {
  id: 'controller',
  network: { port: 0, ble: false },
  commissioning: { enabled: false },
  controller: { adminFabricLabel: 'Test', ble: false },
  basicInformation: { vendorId: VendorId(Number(vendorId)), vendorName: 'Test', productName: 'Controller' },
})
await controller.start()

const CLUSTERS = [
  'descriptor',
  'basicInformation',
  'bridgedDeviceBasicInformation',
  'windowCovering',
  'doorLock',
  'onOff',
  'levelControl',
  'booleanState',
  'fixedLabel',
] as const

const peer = () => {
  const [first] = [...controller.peers]
  if (first === undefined) throw new Error('nothing is commissioned')
  return first
}

const endpoints = () =>
  [...peer().endpoints].map((endpoint) => ({
    number: endpoint.number,
    state: Object.fromEntries(
      CLUSTERS.flatMap((cluster) => {
        const state = endpoint.maybeStateOf(cluster)
        return state === undefined ? [] : [[cluster, { ...state }]]
      }),
    ),
  }))

/** All states of window coverings that were reported; `at` in ms of the monotonic clock that processes of a machine share. */
let coverings: { endpoint: number; at: number; state: unknown }[] = []
controller.env.get(ChangeNotificationService).change.on(({ kind, endpoint }) => {
  const state = kind === 'update' ? endpoint.maybeStateOf('windowCovering') : undefined
  if (state === undefined) return
  const at = Number(process.hrtime.bigint()) / 1e6
  const known = Object.fromEntries(Object.entries({ ...state }).filter(([, value]) => value !== undefined))
  coverings.push({ endpoint: endpoint.number, at, state: JSON.parse(toJson(known)) })
})

/** The answer to a command of any cluster; null for none but a status. */
async function ask(command: ReturnType<typeof Invoke.ConcreteCommandRequest>): Promise<unknown> {
  for await (const chunk of peer().interaction.invoke(Invoke({ commands: [command] })))
    for (const entry of chunk) if (entry.kind === 'cmd-response') return entry.data
  return null
}

const CERTIFICATES = [
  OperationalCredentials.CertificateChainType.DacCertificate,
  OperationalCredentials.CertificateChainType.PaiCertificate,
]
async function certificateOf(certificateType: OperationalCredentials.CertificateChainType): Promise<string> {
  const answer = await ask(
    Invoke.ConcreteCommandRequest({
      endpoint: EndpointNumber(0),
      cluster: OperationalCredentials.Complete,
      command: 'certificateChainRequest',
      fields: { certificateType },
    }),
  )
  const { certificate } = z.object({ certificate: z.instanceof(Uint8Array) }).parse(answer)
  return Buffer.from(certificate).toString('base64')
}

/** Certificates of another vendor than the one for tests, as `MATTER_CERTIFICATES` has them. */
async function makeCertificates(product: number) {
  const vendor = VendorId(Number(vendorId))
  const crypto = Environment.default.get(Crypto)
  const manager = await AttestationCertificateManager.create(crypto, vendor)
  const { keyPair, dac } = await manager.getDACert(product)
  const base64 = (bytes: Bytes) => Buffer.from(Bytes.of(bytes)).toString('base64')
  return {
    privateKey: base64(keyPair.privateKey),
    certificate: base64(dac),
    intermediateCertificate: base64(await manager.getPAICert()),
    declaration: base64(await CertificationDeclaration.generate(crypto, vendor, product)),
  }
}

const commandSchema = z.object({ command: z.unknown() })

async function send(endpoint: number, command: unknown): Promise<unknown> {
  const message = toMatterSchema.parse({
    type: 'invoke',
    account: 'test',
    call: 1,
    node: '0'.repeat(16),
    endpoint,
    command,
  })
  if (message.type !== 'invoke') return null
  try {
    await invoke(peer(), endpoint, message.command)
    return { error: null }
  } catch (error) {
    return errorOf(error)
  }
}

const TRIED = {
  windowCovering: WindowCovering.Complete,
  doorLock: DoorLock.Complete,
  onOff: OnOff.Complete,
  levelControl: LevelControl.Complete,
  groups: Groups.Complete,
  bridgedDeviceBasicInformation: BridgedDeviceBasicInformation.Complete,
} as const

const statusName = (status: number): string => Status[status] ?? String(status)

/** The status with which a request is answered, as its name. */
async function statusOf(request: () => AsyncIterable<Iterable<{ kind: string; status?: number }>>) {
  try {
    for await (const chunk of request())
      for (const { kind, status } of chunk)
        if (kind.endsWith('-status') && status !== undefined) return statusName(status)
    return 'Success'
  } catch (error) {
    const refused = error instanceof Error ? StatusResponseError.of(error) : undefined
    if (refused === undefined) throw error
    return statusName(refused.code)
  }
}

/** Sends a command as it is, with values that no controller sends, and as a timed one or not. */
function tryCommand({ endpoint, cluster, command, fields, isTimed }: Trying): Promise<string> {
  const request = Invoke({
    commands: [
      Object({
        endpoint: EndpointNumber(endpoint),
        cluster: TRIED[cluster],
        command,
        ...(fields === undefined ? {} : { fields: bytesIn(fields) }),
      }),
    ],
    timed: isTimed,
    ...(isTimed ? { timeout: Seconds(4) } : {}),
    skipValidation: true,
  })
  return statusOf(() => peer().interaction.invoke(request))
}
type Trying = Extract<z.infer<typeof instructionSchema>, { do: 'try' }>

/** PIN codes are bytes, which JSON has not. */
const bytesIn = ({ pinCode, ...fields }: Record<string, unknown>) =>
  typeof pinCode === 'string' ? { ...fields, pinCode: new TextEncoder().encode(pinCode) } : fields

async function writeAttribute(instruction: Extract<z.infer<typeof instructionSchema>, { do: 'write' }>) {
  const { endpoint, cluster, attribute, value } = instruction
  const request = Write(
    Object({
      kind: 'attribute',
      endpoint: EndpointNumber(endpoint),
      cluster: TRIED[cluster],
      attributes: [attribute],
      value,
    }),
  )
  try {
    const [answer] = await peer().interaction.write(request)
    return statusName(answer?.status ?? Status.Success)
  } catch (error) {
    const refused = error instanceof Error ? StatusResponseError.of(error) : undefined
    if (refused === undefined) throw error
    return statusName(refused.code)
  }
}

const subscriptions = createTestSubscriptions(peer)

/** Tries other passcodes than that of the code, one after the other; resolves to how many were refused. */
async function guess(code: string, times: number): Promise<number> {
  const { passcode, shortDiscriminator = 0 } = ManualPairingCodeCodec.decode(code)
  const discovery = controller.peers.discover({ shortDiscriminator, timeout: Seconds(60) })
  const found = await new Promise<ClientNode>((resolve) => discovery.discovered.on(resolve))
  discovery.stop()
  let refused = 0
  for (let nth = 1; nth <= times; nth += 1)
    await found.commission({ passcode: passcode + nth }).catch(() => {
      refused += 1
    })
  return refused
}

async function run(instruction: z.infer<typeof instructionSchema>): Promise<unknown> {
  switch (instruction.do) {
    case 'commission': {
      await commission(controller, {
        code: instruction.code,
        allowUncertified: true,
        searchMs: 20_000,
        timeoutMs: 60_000,
        found() {},
      })
      return {}
    }
    case 'endpoints':
      return JSON.parse(toJson(endpoints()))
    case 'invoke':
      return send(instruction.endpoint, commandSchema.parse(instruction).command)
    // Steps leave when they are due, as an app sends them: it does not wait for the answers.
    case 'replay': {
      const { endpoint, steps } = instruction
      const answers: Promise<unknown>[] = []
      for (const { afterMs, command } of steps) {
        await new Promise((resolve) => setTimeout(resolve, afterMs))
        answers.push(send(endpoint, command))
      }
      return Promise.all(answers)
    }
    // As an app says "close all": each has a command, and none waits for another.
    case 'invoke-all': {
      const begun = performance.now()
      const one = async (endpoint: number) => {
        const answer = await send(endpoint, instruction.command)
        return { ...z.looseObject({}).parse(answer), ms: performance.now() - begun }
      }
      return Promise.all(instruction.endpoints.map(one))
    }
    case 'try':
      return tryCommand(instruction)
    case 'write':
      return writeAttribute(instruction)
    case 'identify':
      return ask(
        Invoke.ConcreteCommandRequest({
          endpoint: EndpointNumber(instruction.endpoint),
          cluster: Identify.Complete,
          command: 'identify',
          fields: { identifyTime: instruction.seconds },
        }),
      )
    case 'make-certificates':
      return makeCertificates(instruction.product)
    case 'certificates':
      return Promise.all(CERTIFICATES.map(certificateOf))
    case 'seen': {
      const seen = coverings
      coverings = []
      return seen
    }
    case 'leave':
      await peer().decommission()
      return {}
    case 'guess':
      return guess(instruction.code, instruction.times)
    case 'subscribe':
      return subscriptions.begin(instruction.times)
    case 'watch':
      return subscriptions.watch(instruction.endpoint)
    case 'reports':
      return subscriptions.reports()
  }
}

process.on('message', (received) => {
  const instruction = instructionSchema.parse(received)
  run(instruction).then(
    (answer) => process.send?.({ call: instruction.call, answer }),
    (error: unknown) => process.send?.({ call: instruction.call, failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
