import { LIMITS } from '@senca/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DeviceReport, type Driver, DriverError } from '#drivers/driver.ts'
import type { FakeClock } from '../fake-clock.ts'

/** A shade that a driver can reach, controlled by the tests. */
export interface ConformanceHardware {
  driver: Driver
  clock: FakeClock
  address: string
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** The hardware reports its position in its own protocol; 0 is open, 1 is closed. */
  reportPosition(position: number): void
  /** The hardware sends an invalid message. */
  reportNonsense(): void
  /** How the hardware answers requests. */
  answerWith(answer: 'acceptance' | 'refusal' | 'nothing'): void
  /** The positions that were requested; 0 is open, 100 is closed. */
  asked(): number[]
}

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

    const start = () => hardware.driver.start((report) => reports.push(report))
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

    it('sends a command once, says that it was taken, and then answers', async () => {
      await startConnected()
      const order: string[] = []
      const execution = move(75, undefined, () => order.push('acknowledged'))
      order.push('returned')
      void execution.then(() => order.push('answered'))
      await settle()
      expect(hardware.asked()).toEqual([75])
      expect(order).toEqual(['returned', 'acknowledged', 'answered'])
      expect(await execution).toBe('acknowledged')
    })

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
      expect(await execution).toBe('device_request_timeout')
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
      expect(await execution).toBe('internal_error')
      const before = reports.length
      hardware.reportPosition(1)
      await settle()
      expect(reports).toHaveLength(before)
    })
  })
}
