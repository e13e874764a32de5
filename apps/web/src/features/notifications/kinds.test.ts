import { NOTIFICATION_KINDS } from '@senca/contract/notifications'
import { expect, it } from 'vitest'
import { KIND_GROUPS } from './kinds.ts'

/** About the phone itself. */
const WITHOUT_CHOICE = ['push_ending', 'test']

it('[PK17] the page of choices has each kind once', () => {
  const listed = KIND_GROUPS.flatMap<string>(({ kinds }) => kinds)
  expect([...listed, ...WITHOUT_CHOICE].toSorted()).toEqual([...NOTIFICATION_KINDS].toSorted())
})
