declare module '*.md' {
  type GuideNode = string | [tag: string, attributes: Record<string, string>, GuideNode[]];
  /** What `web/build/guide.ts` makes of it. */
  const guide: { nodes: GuideNode[]; sections: { id: string; title: string }[] };
  export default guide;
}
