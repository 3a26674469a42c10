// Without this declaration, the compiler would infer the type of each of the 1,600 icons.
declare module 'lucide-static/icon-nodes.json' {
  const icons: Readonly<Record<string, import('./icons.ts').IconElements>>;
  export default icons;
}
