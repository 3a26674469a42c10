// Without this declaration, the compiler would infer a separate type for each of the 1,600 icons, which is slow.
declare module 'lucide-static/icon-nodes.json' {
  const icons: Readonly<Record<string, import('./icons.ts').IconElements>>;
  export default icons;
}
