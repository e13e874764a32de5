import {
  type DataNamespace,
  Environment,
  fromJson,
  Logger,
  LogLevel,
  MemoryStorageDriver,
  StorageService,
  type SupportedStorageTypes,
  toJson,
} from '@matter/main'

type Entries = Record<string, string | null>

const WRITE_AFTER_MS = 200
const SEPARATOR = '/'
/**
 * What is not worth a row: the attributes of nodes, which are read again at each connection, so that a moving shade writes nothing, and
 * what matter.js counts about itself.
 */
const NOT_KEPT_OF_CONTROLLER = /^(nodes\.[^.]+\.endpoints\.\d+\.\d+|root\.generalDiagnostics|events)$/

/** The store of one account or bridge: it is kept in memory, and what has changed is sent to the server. */
export class KeptStore {
  readonly contexts: Record<string, Record<string, SupportedStorageTypes>> = {}
  readonly #sent = new Map<string, string>()
  readonly #send: (entries: Entries) => void
  readonly #notKept: RegExp
  #timer: NodeJS.Timeout | undefined

  constructor(
    kept: Readonly<Record<string, string>>,
    send: (entries: Entries) => void,
    notKept = NOT_KEPT_OF_CONTROLLER,
  ) {
    this.#send = send
    this.#notKept = notKept
    for (const [name, json] of Object.entries(kept)) {
      const [context = '', key = ''] = name.split(SEPARATOR)
      this.contexts[context] = { ...this.contexts[context], [key]: fromJson(json) }
      this.#sent.set(name, json)
    }
  }

  changed(): void {
    this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS)
  }

  /** Sends everything that has changed. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries: Entries = {}
    const names = new Set<string>()
    for (const [context, values] of Object.entries(this.contexts)) {
      if (this.#notKept.test(context) || this.#isStranger(context)) continue
      for (const [key, value] of Object.entries(values)) {
        const name = `${context}${SEPARATOR}${key}`
        const json = toJson(value)
        names.add(name)
        if (this.#sent.get(name) === json) continue
        entries[name] = json
        this.#sent.set(name, json)
      }
    }
    for (const name of [...this.#sent.keys()]) {
      if (names.has(name)) continue
      entries[name] = null
      this.#sent.delete(name)
    }
    if (Object.keys(entries).length > 0) this.#send(entries)
  }

  /** A device that was found and not taken into the fabric, or that is only looked for in it. */
  #isStranger(context: string): boolean {
    const [, id] = /^nodes\.([^.]+)\./.exec(context) ?? []
    if (id === undefined) return false
    const known = this.contexts[`nodes.${id}.endpoints.0.commissioning`]
    return known?.peerAddress === undefined || known.commissionedAt === undefined
  }
}

const storeByAccount = new Map<string, KeptStore>()

export const keepStore = (account: string, store: KeptStore): void => void storeByAccount.set(account, store)
export const dropStore = (account: string): void => {
  storeByAccount.get(account)?.flush()
  storeByAccount.delete(account)
}

/** The storage of matter.js for accounts whose store was opened. */
export class KeptStorage extends MemoryStorageDriver {
  static override readonly id = 'kept'
  readonly #kept: KeptStore

  constructor(kept: KeptStore) {
    super(kept.contexts)
    this.#kept = kept
  }

  static override create({ namespace }: Pick<DataNamespace, 'namespace'>): KeptStorage {
    const kept = storeByAccount.get(namespace)
    if (kept === undefined) throw new Error(`the store of ${namespace} is not open`)
    const storage = new KeptStorage(kept)
    storage.initialize()
    return storage
  }

  override set(
    contexts: string[],
    keyOrValues: string | Record<string, SupportedStorageTypes>,
    value?: SupportedStorageTypes,
  ): void {
    if (typeof keyOrValues === 'string') super.set(contexts, keyOrValues, value)
    else super.set(contexts, keyOrValues)
    this.#kept.changed()
  }

  override delete(contexts: string[], key: string): void {
    super.delete(contexts, key)
    this.#kept.changed()
  }

  override clearAll(contexts: string[]): void {
    super.clearAll(contexts)
    this.#kept.changed()
  }
}

/** Lets matter.js keep everything in the stores that were opened, and print nothing: it names devices and addresses. */
export function useKeptStorage(): void {
  Logger.level = LogLevel.FATAL
  const service = new StorageService(Environment.default)
  service.registerDriver(KeptStorage)
  service.configuredDriver = KeptStorage.id
}
