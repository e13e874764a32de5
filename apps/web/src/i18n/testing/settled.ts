import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets answered calls update the screen. Needs fake timers, because mutations notify with a timer. */
export const settled = () => act(() => vi.advanceTimersByTimeAsync(5))
