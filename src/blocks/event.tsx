import styled from '@emotion/styled';
import { type ReactNode, useContext } from 'react';
import { listEventTimes } from '../../schema/blocks/event/times.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { toDateKey, type PageContextValue } from '../../schema/resolve/page-context.ts';
import { Actions } from '../ui/actions.tsx';
import { toFact, FactsSection } from '../ui/fact-list.tsx';
import { Glyph } from '../ui/icon.tsx';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { color, size, space, touchTarget } from '../ui/design-tokens.ts';
import { toSiteUrl } from '../ui/site-url.ts';

const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.tight} ${space.wide}`,
  '& > a': { ...touchTarget, gap: space.tight },
});

// Filled in by countdown.ts. Without JavaScript, only the date is shown, because a prerendered countdown would be
// wrong.
const Countdown = styled.small({ '@media (scripting: enabled)': { minHeight: '1lh' } });
const EventTime = styled.div({
  '& small': { display: 'block', fontSize: size.note, fontWeight: 400, color: color.muted },
  '& + &': { marginTop: space.small },
  '& > a': { ...touchTarget, gap: space.tight, fontSize: size.note, fontWeight: 400 },
});
const JoinLine = styled.span({ display: 'block' });

type DateTexts = NonNullable<PageContextValue['dates']>[string] | undefined;

/** Returns the facts about the location: the venue, the link for joining online, or both. */
function toLocationFacts(
  venue: BlockByType<'event'>['where'],
  online: BlockByType<'event'>['online'],
): { label: string; value: ReactNode }[] {
  const joinLink = online && <a href={online.href}>{online.text}</a>;
  if (!venue) return online ? [{ label: online.label, value: joinLink }] : [];
  return [
    {
      label: venue.label,
      value: (
        <>
          {venue.href === undefined ? venue.text : <a href={venue.href}>{venue.text}</a>}
          {venue.address !== undefined && <small>{venue.address}</small>}
          {joinLink && <JoinLine>{joinLink}</JoinLine>}
        </>
      ),
    },
  ];
}

type EventTimes = ReturnType<typeof listEventTimes>;

/** The beginning and end of an event, and the number of available seats. */
function Time({ time: { begins, ends, zone }, shown }: { time: EventTimes[number][0]; shown: DateTexts }) {
  return (
    <>
      <time dateTime={begins} data-zone={zone}>
        {shown?.words}
      </time>
      {ends !== undefined && ends !== begins && (
        <>
          {/* Times on the same day are joined without spaces, so that they stay on one line. */}
          {ends.slice(0, 10) === begins.slice(0, 10) ? '–\u2060' : ' – '}
          <time dateTime={ends}>{shown?.until}</time>
        </>
      )}
      {shown?.seats !== undefined && <small>{shown.seats}</small>}
    </>
  );
}

/** A link to a calendar file for one of the event's times. */
function CalendarLink({ to, words, about }: { to: string; words: string; about: string | undefined }) {
  return (
    <a href={toSiteUrl(to)} aria-label={about && `${words}: ${about}`}>
      <Glyph name="calendar" path="M5 6h14v14H5zM5 10h14M9 3v5M15 3v5" />
      {words}
    </a>
  );
}

/** The times and the location of an event, and other facts. */
export function Event(block: BlockByType<'event'>) {
  const { layout, name, when, where, online, facts, calendar, countdown, actions, ...head } = block;
  const { dates } = useContext(PageContext);
  const { number } = useContext(BlockPositionContext);
  const times = listEventTimes(when).map(([time]) => ({
    time,
    shown: dates?.[toDateKey(number, time.begins, time.ends)],
  }));
  const [first] = times;
  const calendarFile = calendar === undefined || when.dates ? undefined : first?.shown?.calendar;
  return (
    <FactsSection
      layout={layout}
      head={head}
      buttons={
        (actions.length > 0 || calendarFile !== undefined) && (
          <Buttons>
            <Actions actions={actions} first="primary" />
            {calendarFile !== undefined && calendar !== undefined && (
              <CalendarLink to={calendarFile} words={calendar} about={name} />
            )}
          </Buttons>
        )
      }
      facts={[
        {
          label: when.label,
          value: times.map(({ time, shown }) => (
            <EventTime key={time.begins}>
              <Time time={time} shown={shown} />
              {countdown && <Countdown data-countdown={shown?.countdown} />}
              {when.dates && calendar !== undefined && shown?.calendar !== undefined && (
                <CalendarLink to={shown.calendar} words={calendar} about={shown.words} />
              )}
            </EventTime>
          )),
        },
        ...toLocationFacts(where, online),
        ...facts.map(toFact),
      ]}
    />
  );
}
