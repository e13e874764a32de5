/**
 * Whether Ctrl+Z or Cmd+Z was pressed outside of a field and while no dialog is open. Fields have their own undo, and behind a dialog
 * the person does not see what would move.
 */
export function isUndoKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'))
  const isAsked = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  const isKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  return isKey && !event.shiftKey && !event.altKey && !event.defaultPrevented && !isTyping && !isAsked
}
