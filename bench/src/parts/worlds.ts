import { type Floor, startFloor } from '../measures/floor.ts'
import { type ProductWorld, startProductWorld } from '../product/product.ts'
import type { World } from '../product/world.ts'

/** Measures floor and product in each round, in alternating order, and returns the results of both. */
export async function inRounds<T, W = World>(
  rounds: number,
  measure: (world: W) => Promise<T>,
  worlds: NoInfer<{ product: W; floor: W }>,
): Promise<{ product: T[]; floor: T[] }> {
  const found: { product: T[]; floor: T[] } = { product: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['floor', 'product'] as const) : (['product', 'floor'] as const)
    for (const name of order) found[name].push(await measure(worlds[name]))
  }
  return found
}

/** Runs a task with a new product and a new floor. */
export async function withWorlds(task: (worlds: { product: ProductWorld; floor: Floor }) => Promise<void>) {
  const product = await startProductWorld()
  const floor = await startFloor()
  try {
    await task({ product, floor })
  } finally {
    await Promise.all([product.stop(), floor.stop()])
  }
}

export async function withProduct(task: (product: ProductWorld) => Promise<void>) {
  const product = await startProductWorld()
  try {
    await task(product)
  } finally {
    await product.stop()
  }
}

/** Selects a figure from the results of both. */
export const both = <T>(found: { product: T[]; floor: T[] }, pick: (measured: T) => number) => ({
  product: found.product.map(pick),
  floor: found.floor.map(pick),
})
