import type { DeviceInfo } from '@senca/contract'
import type { LinkDraft } from './link-draft.ts'

/** What every part of the form takes: the draft, what is wrong by field in words, and where changes go. */
export interface FormPart {
  draft: LinkDraft
  faultOf: (field: string) => string | null
  onChange: (changes: Partial<LinkDraft>) => void
}

export interface DevicePart extends FormPart {
  device: DeviceInfo
}
