import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { VIEW_COUNT } from '@restvarde/contract/auctions/image-views';
import { weekdayDate } from '@restvarde/contract/dates';
import { Link } from '@tanstack/react-router';
import { ImageOff, Images, Puzzle, Wrench } from 'lucide-react';
import { memo, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { AlertToggle } from '../../../features/alerts/alert-toggle.tsx';
import { decidingFacts } from '../../../features/auctions/condition/condition-summary.ts';
import { EndedBadge } from '../../../features/auctions/ended-badge.tsx';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';
import { useKeptPicture } from '../../../features/auctions/use-kept-picture.ts';
import { ShortSteps } from '../../../features/sales/journey/short-steps.tsx';
import { useTick } from '../../../ui/clock/ticker.ts';
import { Money } from '../../../ui/display/money.tsx';
import { StatusBadge } from '../../../ui/display/status-badge.tsx';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import { formatMileage } from '../../../ui/format/numbers.ts';
import { formatRemaining } from '../../../ui/format/remaining.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import styles from './auction-card.module.css';
import { bidCountText, leadingText, ownBidText, ownStandingOf, priceOf } from './card-price.ts';
import { phaseOf, STATE_OF_PHASE, TIME_LABEL, timeText } from './card-time.ts';

/** The properties of cards that depend on the viewer and the list (LIST-8, ROLE-10). */
export interface CardView {
  /** The list, which the auction's page leads back to. */
  list: AuctionListKind;
  /** Case managers and above see the state; stations their standing. */
  showsState: boolean;
  showsCompany: boolean;
  /** Stations may watch, except in the list of won auctions (AUC-12). */
  showsAlert: boolean;
  /** The card is below a group heading. */
  isGrouped: boolean;
  /** Shows the winner's next steps and dates. */
  showsSteps: boolean;
}

export interface AuctionCardItemProps {
  card: AuctionCard;
  view: CardView;
  /** The picture loads eagerly. */
  loadsEagerly: boolean;
  onAlertChange: (id: number, is_on: boolean) => void;
}

/** The object's name: «Volvo V60». */
export function vehicleName(card: Pick<AuctionCard, 'manufacturer' | 'model'>): string {
  return `${card.manufacturer} ${card.model}`.trim();
}

/** One auction of a list. Renders again only when its card changes. */
export const AuctionCardItem = memo(function CardItem(props: AuctionCardItemProps) {
  const { card, view, loadsEagerly, onAlertChange } = props;
  const price = priceOf(card);
  const own = ownBidText(card);
  const Heading = view.isGrouped ? 'h3' : 'h2';
  const Condition = card.damage_condition === 'REPAIR' ? Wrench : Puzzle;

  return (
    <article className={styles.card}>
      <div className={styles.about}>
        <Heading className={styles.name}>
          <Link to={paths.auction(card.id)} state={{ list: view.list }} className={styles.link}>
            {unbroken(vehicleName(card))}
          </Link>
        </Heading>
        <p className="quiet dotted">
          <span>{card.number}</span> {card.model_year !== null && <span>{card.model_year}</span>}{' '}
          {card.mileage !== null && <span>{formatMileage(card.mileage)}</span>}
        </p>
      </div>
      <div className={styles.picture}>
        <CardPicture sizes={card.sizes} loadsEagerly={loadsEagerly} />
        <CardStatus card={card} showsState={view.showsState} />
        {(card.image_count > 1 || card.photo_score > 0) && (
          <span className={styles.pictures}>
            <Images size={16} />
            {card.photo_score > 0 ? (
              <>
                <span>{`${card.photo_score} av ${VIEW_COUNT}`}</span>
                <span className="visually-hidden"> vyer har bild</span>
              </>
            ) : (
              <>
                <span>{card.image_count}</span>
                <span className="visually-hidden"> bilder</span>
              </>
            )}
          </span>
        )}
      </div>
      <p className={styles.where}>
        <Condition size={18} />
        <span className="dotted">
          <strong>{DAMAGE_LABEL[card.damage_condition]}</strong>{' '}
          {card.staging_area_name !== '' && <span>{card.staging_area_name}</span>}{' '}
          {view.showsCompany && card.company_logo === null && <span>{card.company_name}</span>}
        </span>
      </p>
      <Strip card={card} showsCompany={view.showsCompany} />
      <div className={styles.foot}>
        <p className={styles.price}>
          <span className={styles.label}>{price.label}</span>{' '}
          <Money amount={price.amount} size="lg" />{' '}
          <span className={`${styles.label} ${styles.count}`}>{`· ${bidCountText(card)}`}</span>
        </p>
        {card.offer?.state === 'open' ? (
          <OfferTime expires_at={card.offer.expires_at} />
        ) : (
          <CardTime card={card} />
        )}
        {own !== null && <p className={`quiet tabular ${styles.own}`}>{own}</p>}
      </div>
      {view.showsSteps && card.collection !== null && (
        <div className={styles.steps}>
          <ShortSteps card={card} collection={card.collection} list={view.list} />
        </div>
      )}
      {view.showsAlert && (
        <div className={styles.bell}>
          <AlertToggle
            auction={card}
            of={vehicleName(card)}
            onChange={(is_on) => onAlertChange(card.id, is_on)}
          />
        </div>
      )}
      <Flash at={card.standing_at} />
    </article>
  );
});

/** The deciding facts of the condition that are known (DMG-1), and the seller's logo, which covers no picture. */
function Strip({ card, showsCompany }: { card: AuctionCard; showsCompany: boolean }) {
  const facts = decidingFacts(card);
  const logo = showsCompany ? card.company_logo : null;
  if (facts.length === 0 && logo === null) return null;
  return (
    <div className={`row gap-2 ${styles.strip}`}>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {logo !== null && (
        <img src={logo} alt={card.company_name} loading="lazy" className={styles.logo} />
      )}
    </div>
  );
}

function CardPicture({
  sizes,
  loadsEagerly,
}: {
  sizes: AuctionCard['sizes'];
  loadsEagerly: boolean;
}) {
  const { shown, isBroken, onError } = useKeptPicture(sizes);
  if (shown === null || isBroken) {
    return (
      <span className={styles.none}>
        <ImageOff size={28} strokeWidth={1.5} />
        <span>{shown === null ? 'Ingen bild' : 'Bilden kunde inte visas'}</span>
      </span>
    );
  }
  return (
    <img
      src={shown.card}
      srcSet={`${shown.card} 333w, ${shown.card_2x} 666w`}
      sizes="(min-width: 1100px) 300px, (min-width: 768px) 46vw, (min-width: 480px) 220px, 140px"
      width={333}
      height={250}
      alt=""
      loading={loadsEagerly ? 'eager' : 'lazy'}
      fetchPriority={loadsEagerly ? 'high' : 'auto'}
      decoding="async"
      onError={onError}
    />
  );
}

function CardStatus({ card, showsState }: { card: AuctionCard; showsState: boolean }) {
  const state = useTick((now) => STATE_OF_PHASE[phaseOf(card, now)]);
  const status = showsState ? state : ownStandingOf(card);
  // A station that did not win no longer leads.
  if (state === 'ended' && showsState)
    return (
      <span className={styles.badge}>
        <EndedBadge auction={card} />
      </span>
    );
  if (state === 'ended' && status !== 'won') return <Badge status="ended" />;
  if (status === null) return null;
  return <Badge status={status}>{status === 'leading' ? leadingText(card) : undefined}</Badge>;
}

function Badge({ status, children }: Parameters<typeof StatusBadge>[0]) {
  return (
    <span className={styles.badge}>
      <StatusBadge status={status}>{children}</StatusBadge>
    </span>
  );
}

/** The only part of a card that renders again with the clock. */
function CardTime({ card }: { card: AuctionCard }) {
  const phase = useTick((now) => phaseOf(card, now));
  const text = useTick((now) => timeText(card, now));
  return (
    <p className={styles.time}>
      <span className={styles.label}>{TIME_LABEL[phase]}</span>
      {phase === 'ending' ? (
        <StatusBadge status="ending">
          <time role="timer" dateTime={card.end_dt}>
            {text}
          </time>
        </StatusBadge>
      ) : (
        <time dateTime={phase === 'upcoming' ? card.start_dt : card.end_dt}>{text}</time>
      )}
    </p>
  );
}

/** Until when the station answers the seller's offer (OFFER-8). */
function OfferTime({ expires_at }: { expires_at: string }) {
  const when = useTick((now) => {
    const day = weekdayDate(formatDate(expires_at), formatDate(now));
    const left = Date.parse(expires_at) - now;
    const time = `${day}\u00a0${formatTime(expires_at)}`;
    return left > 0 ? `${time} (${formatRemaining(left)} kvar)` : time;
  });
  return (
    <p className={styles.time}>
      <span className={styles.label}>Svara senast</span>
      <time role="timer" dateTime={expires_at}>
        {when}
      </time>
    </p>
  );
}

/** Shows a ring when the standing has changed since the card was mounted. */
function Flash({ at }: { at: string }) {
  const [first] = useState(at);
  if (at === first) return null;
  return <span key={at} className={styles.flash} aria-hidden="true" />;
}
