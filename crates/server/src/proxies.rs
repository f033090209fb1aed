//! The proxies in front of a server, and the addresses of clients that they report.

use crate::config::Config;
use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Once;

/// A range of addresses: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    bits: u32,
}

/// Why a text is not a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an address, such as 192.0.2.7, or a range, such as 10.0.0.0/8")]
pub struct BadAddressRange(String);

/// The addresses that no client on the internet has: loopback, private networks, and those within one link.
const PRIVATE: [AddressRange; 9] = [
    four([127, 0, 0, 0], 8),
    four([10, 0, 0, 0], 8),
    four([172, 16, 0, 0], 12),
    four([192, 168, 0, 0], 16),
    four([169, 254, 0, 0], 16),
    four([100, 64, 0, 0], 10),
    six(1, 128),
    six(0xfc00 << 112, 7),
    six(0xfe80 << 112, 10),
];

const fn four([a, b, c, d]: [u8; 4], bits: u32) -> AddressRange {
    AddressRange { first: IpAddr::V4(Ipv4Addr::new(a, b, c, d)), bits }
}

const fn six(address: u128, bits: u32) -> AddressRange {
    AddressRange { first: IpAddr::V6(Ipv6Addr::from_bits(address)), bits }
}

impl AddressRange {
    /// Returns whether an address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        // A server that listens on IPv6 sees IPv4 addresses mapped into it.
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

impl FromStr for AddressRange {
    type Err = BadAddressRange;

    fn from_str(text: &str) -> Result<AddressRange, BadAddressRange> {
        let bad = || BadAddressRange(text.into());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| bad())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| bad())?;
        if bits > most || first.to_canonical() != first {
            return Err(bad());
        }
        Ok(AddressRange { first, bits })
    }
}

impl Config {
    /// Returns whether the server believes what this address says about its clients.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        let trusted = match self.trusted_proxies.as_slice() {
            [] => PRIVATE.as_slice(),
            listed => listed,
        };
        self.behind_proxy && trusted.iter().any(|range| range.contains(address))
    }
}

/// Returns the address of the client that made a request over a connection from `peer`.
///
/// Anyone can send `X-Forwarded-For`, but each proxy appends the address that it sees. So the list is read from its end,
/// for as long as the address before is that of a proxy. Proxies that nobody listed are believed about one address
/// only: clients may have private addresses, too.
pub(crate) fn client_address(config: &Config, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut values = headers.get_all("x-forwarded-for").iter().rev().peekable();
    if !config.is_proxy(peer) {
        if config.behind_proxy && values.peek().is_some() {
            warn_once(peer);
        }
        return peer;
    }
    let mut client = peer;
    for entry in values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',')) {
        let Some(address) = parse_entry(entry.trim()) else { break };
        client = address;
        if config.trusted_proxies.is_empty() || !config.is_proxy(address) {
            break;
        }
    }
    client
}

/// Parses an entry of `X-Forwarded-For`. Some proxies add the port.
fn parse_entry(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// Logs the first time that somebody else claims to be a proxy. If it is one, all of its clients share their limits.
fn warn_once(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(%peer, "X-Forwarded-For ignored: if this is your proxy, name it with --trusted-proxy");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(trusted: &[&str]) -> Config {
        let config = Config::new(([0, 0, 0, 0], 0).into(), "");
        let trusted_proxies = trusted.iter().map(|range| range.parse().unwrap()).collect();
        Config { behind_proxy: true, trusted_proxies, ..config }
    }

    /// Returns the client of a request with these headers, one after the other.
    fn client(config: &Config, peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        client_address(config, peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn ranges_contain_addresses() {
        let contains = |range: &str, address: &str| {
            range.parse::<AddressRange>().unwrap().contains(address.parse().unwrap())
        };
        assert!(contains("10.0.0.0/8", "10.255.0.1") && !contains("10.0.0.0/8", "11.0.0.0"));
        assert!(contains("10.1.2.3/8", "10.255.0.1"), "the bits after the first 8 don't count");
        assert!(contains("192.0.2.7", "::ffff:192.0.2.7") && !contains("192.0.2.7", "192.0.2.8"));
        assert!(contains("0.0.0.0/0", "192.0.2.7") && !contains("0.0.0.0/0", "::1"));
        assert!(contains("2001:db8::/32", "2001:db8:1::1") && !contains("2001:db8::/32", "2001:db9::"));
        for text in
            ["", "proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "::ffff:10.0.0.0", "/8"]
        {
            assert_eq!(text.parse::<AddressRange>(), Err(BadAddressRange(text.into())), "{text}");
        }
    }

    #[test]
    fn a_proxy_nearby_is_believed_about_one_address() {
        let config = config(&[]);
        for peer in
            ["127.0.0.1", "::1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::ffff:10.0.0.1", "fd00::1"]
        {
            assert_eq!(client(&config, peer, &["192.0.2.1, 198.51.100.7"]), "198.51.100.7", "{peer}");
        }
        assert_eq!(
            client(&config, "10.0.0.1", &["192.0.2.1, 10.0.0.7"]),
            "10.0.0.7",
            "a client may be near, too"
        );
        for peer in ["203.0.113.1", "172.32.0.1", "2001:db8::1", "0.0.0.0"] {
            assert_eq!(client(&config, peer, &["192.0.2.1"]), peer, "anyone can send the header");
        }
        let alone = Config { behind_proxy: false, ..config };
        assert_eq!(client(&alone, "127.0.0.1", &["192.0.2.1"]), "127.0.0.1");
    }

    #[test]
    fn the_list_is_read_from_its_end_through_trusted_proxies() {
        let config = config(&["203.0.113.0/24", "10.0.0.1"]);
        let from = |peer: &str, forwarded: &[&str]| client(&config, peer, forwarded);
        assert_eq!(from("10.0.0.1", &["192.0.2.66, 192.0.2.1, 203.0.113.5"]), "192.0.2.1");
        assert_eq!(from("10.0.0.1", &["192.0.2.66", "192.0.2.1", "203.0.113.5, 203.0.113.6"]), "192.0.2.1");
        assert_eq!(from("10.0.0.1", &["192.0.2.1, 127.0.0.1"]), "127.0.0.1", "it is not listed");
        assert_eq!(from("127.0.0.1", &["192.0.2.1"]), "127.0.0.1");
        assert_eq!(from("10.0.0.1", &["203.0.113.5"]), "203.0.113.5", "a proxy's own request");
        assert_eq!(from("10.0.0.1", &[]), "10.0.0.1");
        for (entry, address) in [
            ("192.0.2.1:4711", "192.0.2.1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
        ] {
            assert_eq!(from("10.0.0.1", &[&format!("{entry}, 203.0.113.5")]), address);
        }
        for entry in ["unknown", "", "192.0.2.1.5", "_hidden"] {
            let forwarded = format!("192.0.2.66, {entry}, 203.0.113.5");
            assert_eq!(
                from("10.0.0.1", &[&forwarded]),
                "203.0.113.5",
                "{entry:?}: the last one that is known"
            );
        }
    }
}
