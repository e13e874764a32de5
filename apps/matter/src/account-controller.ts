import {
  ChangeNotificationService,
  type ClientNode,
  CommissioningClient,
  ControllerBehavior,
  Crypto,
  NetworkClient,
  NodeId,
  ServerNode,
  Time,
  VendorId,
} from '@matter/main'
import { AdministratorCommissioningClient } from '@matter/main/behaviors/administrator-commissioning'
import { BasicInformationClient } from '@matter/main/behaviors/basic-information'
import { FabricManager, PaseClient, Read } from '@matter/main/protocol'
import { ManualPairingCodeCodec } from '@matter/main/types'
import { CommissioningFailed, commission, isTestVendor, SUBSCRIPTION } from './commissioning.ts'
import { dropStore, KeptStore, keepStore } from './kept-storage.ts'
import type { FromMatter, MatterAnswer, ToMatter } from './messages.ts'
import { errorOf, invoke, within } from './node-commands.ts'
import { reportOf } from './node-report.ts'

type MessageOf<T extends ToMatter['type']> = Extract<ToMatter, { type: T }>

/** Changes of a node within this time are reported once. */
const REPORT_AFTER_MS = 20
/** The time for a new node until its first report. */
const FIRST_REPORT_MS = 5_000
const FORGET_MS = 5_000
/** How long a node that is to be removed is waited for: a dead session takes 15 s, and the server waits 30 s for the answer. */
const REACH_MS = 20_000
/** The test vendor of the standard: it is what a controller without a certificate of its own uses. */
const VENDOR = VendorId(0xfff1)
const PBKDF_ITERATIONS = 1_000
const SALT_BYTES = 32
/** The context of the store that has what matter.js does not keep: the nodes without a certificate. */
const OWN_CONTEXT = 'senca'

const nodeIdOf = (peer: ClientNode): string | null => {
  const nodeId = peer.maybeStateOf(CommissioningClient)?.peerAddress?.nodeId
  return nodeId === undefined ? null : nodeId.toString(16).padStart(16, '0')
}

const nodeIdFrom = (node: string): NodeId => NodeId(BigInt(`0x${node}`))

const vendorOf = (peer: ClientNode): number | undefined => peer.maybeStateOf(BasicInformationClient)?.vendorId

/** The controller of one account, in a fabric of its own. */
export async function openController(
  { account, store: kept }: MessageOf<'open'>,
  send: (message: FromMatter) => void,
) {
  const store = new KeptStore(kept, (entries) => send({ type: 'store', account, entries }))
  keepStore(account, store)
  const controller = await ServerNode.create(ServerNode.RootEndpoint.with(ControllerBehavior), {
    id: account,
    network: { port: 0, ble: false },
    commissioning: { enabled: false },
    controller: { adminFabricLabel: 'Senca', nodeIdAssignment: 'random', ble: false },
    basicInformation: {
      vendorId: VENDOR,
      vendorName: 'Senca',
      productName: 'Controller',
      nodeLabel: 'Senca',
    },
  })
  const uncertified = new Set<string>(Object.keys(store.contexts[OWN_CONTEXT] ?? {}))
  const reports = new Map<ClientNode, NodeJS.Timeout>()
  /** The nodes that were reported. */
  const idByPeer = new Map<ClientNode, string>()
  let isStopped = false

  const peerOf = (node: string): ClientNode | undefined =>
    [...controller.peers].find((peer) => nodeIdOf(peer) === node)

  function report(peer: ClientNode): void {
    reports.delete(peer)
    const node = nodeIdOf(peer)
    if (node === null || isStopped) return
    const isOnline = peer.behaviors.active.some(({ id }) => id === NetworkClient.id) && isSubscribed(peer)
    const message = reportOf(peer, { account, node, isOnline, isCertified: !uncertified.has(node) })
    if (message === null) return
    idByPeer.set(peer, node)
    send(message)
  }
  function forget(peer: ClientNode): void {
    clearTimeout(reports.get(peer))
    reports.delete(peer)
    const node = idByPeer.get(peer)
    idByPeer.delete(peer)
    if (node === undefined || isStopped) return
    uncertified.delete(node)
    delete store.contexts[OWN_CONTEXT]?.[node]
    store.flush()
    send({ type: 'gone', account, node })
  }
  function reportSoon(peer: ClientNode): void {
    if (!reports.has(peer))
      reports.set(
        peer,
        setTimeout(() => report(peer), REPORT_AFTER_MS),
      )
  }

  function follow(peer: ClientNode): void {
    peer.eventsOf(NetworkClient).subscriptionStatusChanged.on(() => reportSoon(peer))
    peer.lifecycle.decommissioned.on(() => forget(peer))
  }
  controller.peers.deleted.on(forget)
  controller.env.get(ChangeNotificationService).change.on(({ endpoint }) => {
    for (let at = endpoint.owner ?? endpoint; ; at = at.owner ?? at) {
      const peer = [...controller.peers].find((one) => one === at || one === endpoint)
      if (peer !== undefined) return reportSoon(peer)
      if (at.owner === undefined) return
    }
  })
  for (const peer of controller.peers) follow(peer)
  controller.peers.added.on(follow)
  await controller.start()
  for (const peer of controller.peers) reportSoon(peer)

  const answer = (call: number, result: Pick<MatterAnswer, 'error' | 'detail' | 'code'>) =>
    send({ type: 'answer', account, call, ...result })

  /** Runs a call about a node, and answers it. */
  async function call(
    { call: number, node }: { call: number; node: string },
    run: (peer: ClientNode) => Promise<Pick<MatterAnswer, 'code'>>,
  ): Promise<void> {
    const peer = peerOf(node)
    if (peer === undefined) {
      answer(number, { error: 'device_offline', detail: 'there is no such node' })
      return
    }
    await run(peer).then(
      (result) => answer(number, { error: null, ...result }),
      (error: unknown) => answer(number, errorOf(error)),
    )
  }

  /** A session that is dead would confirm a removal that never arrived, so an answer is awaited first. */
  async function reach(peer: ClientNode): Promise<void> {
    const read = Read(
      { fabricFilter: true },
      Read.Attribute({ endpoint: peer, cluster: AdministratorCommissioningClient.cluster }),
    )
    for await (const _chunk of peer.interaction.read(read, within(REACH_MS)));
  }

  async function remove(peer: ClientNode, isForced: boolean): Promise<void> {
    try {
      await reach(peer)
      await peer.decommission()
    } catch (error) {
      if (!isForced) throw error
      await peer.delete()
    }
    forget(peer)
  }

  type About = { type: 'commissioning'; account: string; id: string }

  /** A node is in the fabric: it is reported, and its commissioning is done. */
  async function added(about: About, peer: ClientNode, node: string, isCertified: boolean): Promise<void> {
    if (!isCertified) {
      uncertified.add(node)
      store.contexts[OWN_CONTEXT] = { ...store.contexts[OWN_CONTEXT], [node]: true }
    }
    store.flush()
    await subscribed(peer, FIRST_REPORT_MS)
    report(peer)
    send({ ...about, status: 'done', node })
  }

  /** The node of an interrupted commissioning, if it answers; null if it is not in the fabric. */
  async function findInterrupted(node: string, timeoutMs: number): Promise<ClientNode | null> {
    const known = peerOf(node)
    if (known?.state.commissioning.commissionedAt !== undefined) return known
    const [fabric] = controller.env.get(FabricManager)
    if (fabric === undefined) return null
    const { fabricIndex } = fabric
    const peer = await controller.peers.forAddress({ fabricIndex, nodeId: nodeIdFrom(node) })
    await peer.act((agent) => {
      const { state } = agent.get(NetworkClient)
      state.defaultSubscription = SUBSCRIPTION
      state.autoSubscribe = true
    })
    await peer.start()
    await subscribed(peer, timeoutMs)
    if (!isSubscribed(peer)) {
      await peer.delete()
      return null
    }
    await peer.set({ commissioning: { commissionedAt: Time.nowMs } })
    return peer
  }

  return {
    async commission({ id, node: asked, ...options }: MessageOf<'commission'>): Promise<void> {
      const about = { type: 'commissioning', account, id } as const
      try {
        const { peer, isCertified } = await commission(controller, {
          ...options,
          node: nodeIdFrom(asked),
          found: () => send({ ...about, status: 'pairing' }),
        })
        const node = nodeIdOf(peer)
        if (node === null) throw new CommissioningFailed('timeout')
        await added(about, peer, node, isCertified)
      } catch (error) {
        const reason = error instanceof CommissioningFailed ? error.reason : 'timeout'
        send({ ...about, status: 'failed', reason })
      }
    },

    async resume({ id, node, timeoutMs }: MessageOf<'resume'>): Promise<void> {
      const about = { type: 'commissioning', account, id } as const
      const peer = await findInterrupted(node, timeoutMs).catch(() => null)
      if (peer === null) send({ ...about, status: 'failed', reason: 'no_process' })
      else await added(about, peer, node, !isTestVendor(vendorOf(peer)))
    },

    invoke: ({ endpoint, command, ...asked }: MessageOf<'invoke'>) =>
      call(asked, async (peer) => {
        await invoke(peer, endpoint, command)
        return {}
      }),

    remove: ({ isForced, ...asked }: MessageOf<'remove'>) =>
      call(asked, async (peer) => {
        await remove(peer, isForced)
        return {}
      }),

    share: ({ seconds, ...asked }: MessageOf<'share'>) =>
      call(asked, async (peer) => {
        const crypto = controller.env.get(Crypto)
        const passcode = PaseClient.generateRandomPasscode(crypto)
        const discriminator = PaseClient.generateRandomDiscriminator(crypto)
        const pbkdf = { iterations: PBKDF_ITERATIONS, salt: crypto.randomBytes(SALT_BYTES) }
        const verifier = await PaseClient.generatePakePasscodeVerifier(crypto, passcode, pbkdf)
        await peer.commandsOf(AdministratorCommissioningClient).openCommissioningWindow({
          commissioningTimeout: seconds,
          pakePasscodeVerifier: verifier,
          discriminator,
          ...pbkdf,
        })
        return { code: ManualPairingCodeCodec.encode({ discriminator, passcode }) }
      }),

    async close(isDeleted: boolean): Promise<void> {
      if (isDeleted) {
        const removals = [...controller.peers].map((peer) => remove(peer, true).catch(() => {}))
        await Promise.race([Promise.all(removals), new Promise((resolve) => setTimeout(resolve, FORGET_MS))])
      }
      isStopped = true
      for (const timer of reports.values()) clearTimeout(timer)
      await controller.close()
      dropStore(account)
    },
  }
}

export type AccountController = Awaited<ReturnType<typeof openController>>

const isSubscribed = (peer: ClientNode): boolean =>
  peer.act((agent) => agent.get(NetworkClient).subscriptionActive === true) === true

async function subscribed(peer: ClientNode, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs
  while (!isSubscribed(peer) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
}
