import type { Moment, MomentRun } from '@senca/contract/automation'
import { createStore } from 'zustand/vanilla'
import { hideMessage } from '#core/messages.ts'

/** A moment that was run on this page. */
export interface MomentProgress {
  moment: Moment
  /** Null until the server has answered. */
  run: MomentRun | null
  /** How many of the devices that it commands are at rest. */
  done: number
  of: number
  isOver: boolean
}

interface Runs {
  newest: MomentProgress | null
  /** Whether the list of what is not done is open. */
  isListed: boolean
}

/** The newest run. An earlier one is forgotten: what it left is what this one finds. */
export const momentRuns = createStore<Runs>(() => ({ newest: null, isListed: false }))

/** Opens the list in place of the message about it. */
export const listFindings = () => {
  hideMessage()
  momentRuns.setState({ isListed: true })
}
export const closeFindings = () => momentRuns.setState({ isListed: false })
