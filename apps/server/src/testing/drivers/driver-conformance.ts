import { isBusy, LIMITS } from '@senca/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type DeviceReport,
  type DriverCommand,
  DriverError,
  type Facet,
  type HardwareDriver,
} from '#drivers/driver.ts'
import type { FakeClock } from '../fake-clock.ts'

/** A shade that a driver can reach, controlled by the tests. */
export interface ConformanceHardware {
  driver: HardwareDriver
  clock: FakeClock
  address: string
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** The hardware reports its position in its own protocol; 0 is open, 1 is closed. */
  reportPosition(position: number): void
  /** The hardware sends an invalid message. */
  reportNonsense(): void
  /** The hardware reports that it opens; absent if its protocol does not say whether it moves. */
  reportMoving?(): void
  /** How the hardware answers requests, if its protocol has answers. */
  answerWith(answer: 'acceptance' | 'refusal' | 'nothing'): void
  /** The positions that were requested; 0 is open, 100 is closed. */
  asked(): number[]
  /** The names of all commands that the hardware received, in the words of the port. */
  received(): DriverCommand['command'][]
}

const FACETS = {
  maintenance: { command: 'settings', settings: {} },
  credentials: { command: 'register_key' },
  firmware: { command: 'upgrade', url: 'https://x', version: '3', sha256: '0'.repeat(64), signature: 'x' },
  forget: { command: 'forget' },
} as const satisfies Record<Facet, DriverCommand>

/** The tests that every driver must pass, whatever its protocol. */
export function describeDriver(name: string, setUp: () => ConformanceHardware) {
  describe(`the driver ${name}`, () => {
    let hardware: ConformanceHardware
    let reports: DeviceReport[]
    beforeEach(async () => {
      hardware = setUp()
      reports = []
    })
    afterEach(() => hardware.driver.stop())

    const start = () =>
      hardware.driver.start({
        report: (report) => reports.push(report),
        failed(error) {
          throw error
        },
      })
    const traits = () => hardware.driver.describe(hardware.address)
    const hasAnswers = () => traits().confirmation === 'acknowledged'
    const presence = () => reports.flatMap((report) => (report.kind === 'presence' ? [report.connected] : []))
    const positions = () =>
      reports.flatMap((report) => (report.kind === 'state' ? [report.state.position] : []))
    const settle = async () => {
      for (let turn = 0; turn < 10; turn += 1) await hardware.clock.advanceAsync(0)
    }
    const move = (position: number, signal = new AbortController().signal, acknowledged?: () => void) =>
      hardware.driver.execute(
        { address: hardware.address, command: { command: 'move', position } },
        { signal, ...(acknowledged === undefined ? {} : { acknowledged }) },
      )
    const codeOf = async (execution: Promise<unknown>) => {
      try {
        await execution
        return null
      } catch (error) {
        return error instanceof DriverError ? error.code : error
      }
    }
    const startConnected = async () => {
      await start()
      await hardware.connect()
      await settle()
    }

    it('reports who comes and goes, each once and by its address', async () => {
      await startConnected()
      expect(presence()).toEqual([true])
      await hardware.disconnect()
      await settle()
      expect(presence()).toEqual([true, false])
      expect(new Set(reports.map(({ address }) => address))).toEqual(new Set([hardware.address]))
    })

    it('reports positions on the scale of the product, nobody having asked', async () => {
      await startConnected()
      hardware.reportPosition(0.25)
      await settle()
      expect(positions()).toEqual([0.25])
    })

    it('drops what cannot be read, and goes on', async () => {
      await startConnected()
      hardware.reportNonsense()
      hardware.reportPosition(1)
      await settle()
      expect(positions()).toEqual([1])
    })

    it('says what moves where the protocol says it, and nothing about motion elsewhere', async () => {
      await startConnected()
      expect(hardware.reportMoving !== undefined).toBe(traits().motion === 'reported')
      hardware.reportMoving?.()
      hardware.reportPosition(0.5)
      await settle()
      const isMoving = reports.some(
        (report) =>
          report.kind === 'state' && report.state.status !== undefined && isBusy(report.state.status),
      )
      expect(isMoving).toBe(traits().motion === 'reported')
    })

    it('sends a command once, says that it was taken if the hardware does, and then answers', async () => {
      await startConnected()
      const order: string[] = []
      const execution = move(75, undefined, () => order.push('acknowledged'))
      order.push('returned')
      void execution.then(() => order.push('answered'))
      await settle()
      expect(hardware.asked()).toEqual([75])
      expect(order).toEqual(['returned', ...(hasAnswers() ? ['acknowledged'] : []), 'answered'])
      await execution
    })

    it('takes the first message that changes the hardware or reports the goal as evidence, once [HW39]', async () => {
      await startConnected()
      if (hasAnswers()) return
      hardware.reportPosition(0.25)
      await settle()
      const confirms = traits().confirmation === 'reported'
      const evidence: string[] = []
      const ask = async (position: number) => {
        await move(position, undefined, () => evidence.push(`of ${position}`))
      }
      await ask(75)
      hardware.reportPosition(0.25)
      await settle()
      expect(evidence).toEqual([])
      hardware.reportPosition(0.5)
      hardware.reportPosition(0.75)
      await settle()
      expect(evidence).toEqual(confirms ? ['of 75'] : [])
      await ask(75)
      hardware.reportPosition(0.75)
      await settle()
      expect(evidence).toEqual(confirms ? ['of 75', 'of 75'] : [])
    })

    it('gives evidence before the report that contains it [HW39]', async () => {
      await startConnected()
      if (traits().confirmation !== 'reported') return
      let known = -1
      await move(75, undefined, () => {
        known = positions().length
      })
      const before = positions().length
      hardware.reportPosition(0.75)
      await settle()
      expect([known, positions().length]).toEqual([before, before + 1])
    })

    it.each(Object.keys(FACETS) as Facet[])(
      'sends the commands of the facet %s if it has it',
      async (facet) => {
        await startConnected()
        const { driver, address } = hardware
        const options = { signal: new AbortController().signal }
        const before = hardware.received().length
        const sending = {
          maintenance: () => driver.maintenance?.({ address, command: FACETS.maintenance }, options),
          credentials: () => driver.credentials?.({ address, command: FACETS.credentials }, options),
          firmware: () => driver.firmware?.({ address, command: FACETS.firmware }, options),
          forget: () => driver.forget?.({ address, command: FACETS.forget }, options),
        }[facet]()
        await settle()
        await sending
        const isThere = driver[facet] !== undefined
        expect(hardware.received().slice(before)).toEqual(isThere ? [FACETS[facet].command] : [])
      },
    )

    it('sends nothing to hardware that is away', async () => {
      await start()
      expect(await codeOf(move(75))).toBe('device_offline')
      await hardware.connect()
      await settle()
      expect(hardware.asked()).toEqual([])
    })

    it('reports why the hardware refuses, and does not report that it accepted anything', async () => {
      await startConnected()
      hardware.answerWith('refusal')
      if (!hasAnswers()) return
      let isTaken = false
      const execution = codeOf(
        move(75, undefined, () => {
          isTaken = true
        }),
      )
      await settle()
      expect([await execution, isTaken]).toEqual(['device_busy', false])
    })

    it('gives up hardware that does not answer, in time', async () => {
      await startConnected()
      hardware.answerWith('nothing')
      const execution = codeOf(move(75))
      await settle()
      await hardware.clock.advanceAsync(LIMITS.COMMAND_ACK_MS)
      expect(await execution).toBe(hasAnswers() ? 'device_request_timeout' : null)
    })

    it('sends nothing that is withdrawn before it is sent', async () => {
      await startConnected()
      const abort = new AbortController()
      abort.abort()
      expect(await codeOf(move(75, abort.signal))).toBe('device_request_timeout')
      await settle()
      expect(hardware.asked()).toEqual([])
    })

    it('ends at once what is waited for when it stops, and reports nothing more', async () => {
      await startConnected()
      hardware.answerWith('nothing')
      const execution = codeOf(move(75))
      await settle()
      await hardware.driver.stop()
      expect(await execution).toBe(hasAnswers() ? 'internal_error' : null)
      const before = reports.length
      hardware.reportPosition(1)
      await settle()
      expect(reports).toHaveLength(before)
    })

    it('works again when it is started after it was stopped, and reports who is connected', async () => {
      await startConnected()
      await hardware.driver.stop()
      reports = []
      await start()
      if (!presence().includes(true)) await hardware.connect()
      await settle()
      hardware.answerWith('acceptance')
      const execution = codeOf(move(75))
      await settle()
      hardware.reportPosition(0.75)
      await settle()
      expect([presence(), await execution, positions()]).toEqual([[true], null, [0.75]])
    })
  })
}
