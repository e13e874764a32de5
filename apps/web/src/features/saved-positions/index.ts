export { LeaveDialog } from './leave-dialog.tsx'
export { PlaceEditor } from './place-editor.tsx'
export { startOf } from './saved-place.ts'
export { useAskedPlace, usePlaceSaving } from './use-place-saving.ts'
