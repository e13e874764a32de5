import type { Seeded } from '../seeded.ts'
import { type SoakHome, sleep, type Worker } from '../soak-home.ts'
import { createCommandWorkers } from './work-on-commands.ts'
import { createDeviceWorkers } from './work-on-devices.ts'
import { createLinkWorker } from './work-on-links.ts'

export interface Load {
  resume(): void
  /** Resolves when no step is running. */
  pause(): Promise<void>
  verify(): Promise<void>
}

const REST_MS = [5, 60] as const
/** The pause between steps while the server is unreachable, because thousands of refused connections would be useless. */
const AWAY_MS = 200

/** People, guests, pages and other workers that use a home concurrently until they are paused. */
export function createLoad(home: SoakHome, seeded: Seeded, others: readonly Worker[] = []): Load {
  const workers: Worker[] = [
    ...createDeviceWorkers(home, seeded),
    createLinkWorker(home, seeded.branch()),
    ...createCommandWorkers(home, seeded),
    ...others,
  ]
  let isPaused = true
  let running: Promise<void>[] = []

  const work = async (worker: Worker, chance: Seeded): Promise<void> => {
    while (!isPaused) {
      await worker.step()
      await sleep(chance.int(...REST_MS) + (home.isReached() ? 0 : AWAY_MS))
    }
  }

  return {
    resume() {
      if (!isPaused) return
      isPaused = false
      running = workers.map((worker) => work(worker, seeded.branch()))
    },
    async pause() {
      isPaused = true
      await Promise.all(running)
    },
    async verify() {
      for (const worker of workers) await worker.verify()
    },
  }
}
