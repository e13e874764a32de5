/** Towns as `townLines()` of `build/towns.ts` writes them. */
declare module 'virtual:towns' {
  const lines: string
  export default lines
}
