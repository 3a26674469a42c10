import styled from '@emotion/styled';
import { createContext, useContext } from 'react';
import { FirstBlock } from './first-block.ts';
import { radius } from './theme.ts';

/** Width and height in pixels of the pictures that a page uses, by address. They come with the page's data. */
export const PictureSizes = createContext<Readonly<Record<string, readonly [width: number, height: number]>>>({});

const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A picture whose place is kept free until it is there. */
export function Picture({ src, alt }: { src: string; alt: string }) {
  const [width, height] = useContext(PictureSizes)[src] ?? [];
  const first = useContext(FirstBlock);
  return <Image src={src} alt={alt} width={width} height={height} {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })} />;
}
