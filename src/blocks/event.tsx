import styled from '@emotion/styled';
import { type ReactNode, useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { factOf, FactsSection } from '../ui/fact-list.tsx';
import { Glyph } from '../ui/icon.tsx';
import { PageContext } from '../ui/page-context.ts';
import { space, touchRow } from '../ui/design-tokens.ts';
import { siteUrl } from '../ui/site-url.ts';

const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.tight} ${space.wide}`,
  '& > a': { ...touchRow, gap: space.tight },
});

// Filled by countdown.ts. Without script only the day is shown: a number would be wrong after the build.
const Countdown = styled.small({ '@media (scripting: enabled)': { minHeight: '1lh' } });
const Join = styled.span({ display: 'block' });

/** The place, the address to join, or both. */
function eventLocations(
  where: BlockOf<'event'>['where'],
  online: BlockOf<'event'>['online'],
): { label: string; value: ReactNode }[] {
  const join = online && <a href={online.href}>{online.text}</a>;
  if (!where) return online ? [{ label: online.label, value: join }] : [];
  return [
    {
      label: where.label,
      value: (
        <>
          {where.href === undefined ? where.text : <a href={where.href}>{where.text}</a>}
          {where.address !== undefined && <small>{where.address}</small>}
          {join && <Join>{join}</Join>}
        </>
      ),
    },
  ];
}

/** The time and place of an event. */
export function Event(block: BlockOf<'event'>) {
  const { layout, name, when, where, online, facts, calendar, countdown, actions, ...head } = block;
  const { begins, ends, zone } = when;
  const shown = useContext(PageContext).dates?.[`${begins}/${ends ?? ''}`];
  const added = calendar === undefined ? undefined : shown?.calendar;
  return (
    <FactsSection
      layout={layout}
      head={head}
      buttons={
        (actions.length > 0 || added !== undefined) && (
          <Buttons>
            <Actions actions={actions} first="primary" />
            {added !== undefined && (
              <a href={siteUrl(added)} aria-label={name && `${calendar}: ${name}`}>
                <Glyph name="calendar" path="M5 6h14v14H5zM5 10h14M9 3v5M15 3v5" />
                {calendar}
              </a>
            )}
          </Buttons>
        )
      }
      facts={[
        {
          label: when.label,
          value: (
            <>
              <time dateTime={begins} data-zone={zone}>
                {shown?.words}
              </time>
              {ends !== undefined && ends !== begins && (
                <>
                  {/* Closed between times of a day, which stay together; open between days. */}
                  {ends.slice(0, 10) === begins.slice(0, 10) ? '–\u2060' : ' – '}
                  <time dateTime={ends}>{shown?.until}</time>
                </>
              )}
              {countdown && <Countdown data-countdown={shown?.countdown} />}
            </>
          ),
        },
        ...eventLocations(where, online),
        ...facts.map(factOf),
      ]}
    />
  );
}
